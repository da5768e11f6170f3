import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { strandedInWords } from '../../../shared/agent/agent-words.ts';
import type { Agent, Capabilities } from '../../../shared/agent/agents.ts';
import type { AgentsHealth } from '../../../shared/agent/health.ts';
import { agentsApi } from '../../../shared/api/agents.ts';
import { AppError } from '../../errors.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import { type Loop, startLoop } from '../../runs/loop.ts';
import type { Client } from '../../supabase/connection.ts';
import { type Identity, keepName, openIdentity, renewIdentity } from './identity.ts';
import { COPIED, NEEDS_SECRET_KEY, NO_AGENT, REMEDY, REPLACED } from './messages.ts';
import type { Able } from './shares.ts';
import { type AgentStore, agentStore, type TakenChannel } from './store.ts';

const BEAT_MS = 20_000;
const BEAT_AT_LEAST_MS = 1_000;
/** A running agent sends a heartbeat within this time, unlike a process that was killed. */
const WATCH_MS = BEAT_MS + 5_000;
const WATCH_EVERY_MS = 500;

export type RegisteredAgentOptions = {
  /** Uses the service key; null in hosted mode without one, where this agent does nothing automatically. */
  admin: Client | null;
  dataDir: string;
  version: string;
  /** Whether no other agent can use the database, because it is in the data directory. */
  isAlone: boolean;
  capabilities(): Promise<Capabilities>;
  log: FastifyBaseLogger;
  /** How long to watch for another agent with the same id; for tests. */
  watchMs?: number | undefined;
};

type OnTaken = (taken: TakenChannel) => Promise<void>;

/** This agent as one of the workspace's agents. */
export type RegisteredAgent = {
  id: string;
  /** Whether the data directory was a copy, so that the id is new and the copied logins belong to the other agent. */
  isCopy: boolean;
  /** The capabilities of this agent and of the other running agents. */
  able(): Promise<Able>;
  /** See AgentsHealth. */
  health(): Promise<AgentsHealth>;
  routes(clientFor: (request: FastifyRequest) => Client | null): Routes;
  /**
   * Sends a heartbeat every 20 seconds until `close`, and takes over the accounts of silent agents if their logins are
   * on this machine too.
   */
  start(onTaken: OnTaken): void;
  /** Sends a heartbeat immediately; no-op before `start`. */
  beatNow(): void;
  /** Records that this agent has ended. Call it before closing the connection. */
  close(): Promise<void>;
};

/**
 * Opens this agent's identity. If other agents may share the database, it registers first: a copied data directory must
 * not result in two agents with one id, so the copy takes a new id if the original is running. AppError internal for a
 * damaged file.
 */
export async function openRegisteredAgent(options: RegisteredAgentOptions): Promise<RegisteredAgent> {
  const { admin, dataDir, version, log } = options;
  const store = admin && agentStore(admin);
  let identity = await openIdentity(dataDir);
  let isCopy = false;
  let told: Capabilities | null = null;
  let isReplaced = false;
  let loop: Loop | undefined;
  let closed: Promise<void> | undefined;

  const register = async (to: AgentStore, force: boolean) => {
    const capabilities = await options.capabilities();
    const { outcome, name, seen_at } = await to.register(identity, { version, capabilities, force });
    if (outcome === 'taken') return { seenAt: seen_at };
    told = capabilities;
    await keepName(dataDir, name);
    return null;
  };

  /** Whether no other data directory's agent uses this id. */
  let isOwn = options.isAlone;
  const settle = async (to: AgentStore) => {
    const taken = await register(to, false);
    if (taken) {
      isCopy = await beatsElsewhere(to, identity, taken.seenAt, options.watchMs ?? WATCH_MS);
      if (isCopy) {
        log.warn(COPIED);
        identity = await renewIdentity(dataDir);
      }
      await register(to, true);
    }
    isOwn = true;
  };
  if (store && !isOwn) {
    // If the session has expired or the project is unreachable, the agent still starts and registers later.
    await settle(store).catch((err: unknown) => log.warn({ err }, 'this agent is not registered yet'));
  }

  const registerLater = async (to: AgentStore) => {
    const taken = await register(to, isOwn);
    isReplaced = taken !== null;
    isOwn ||= taken === null;
    if (isReplaced) log.error(REPLACED);
  };

  const beat = async (onTaken: OnTaken) => {
    if (!store) return BEAT_MS;
    if (told === null) {
      await registerLater(store);
      return BEAT_MS;
    }
    const capabilities = await options.capabilities();
    const beaten = await store.beat(identity, isDeepStrictEqual(capabilities, told) ? null : capabilities);
    if (beaten.outcome === 'beaten') {
      told = capabilities;
      await keepName(dataDir, beaten.name);
      for (const taken of beaten.taken) await onTaken(taken);
    }
    // This agent was removed from the workspace while it sent no heartbeats.
    if (beaten.outcome === 'unknown') await register(store, true);
    const wasReplaced = isReplaced;
    isReplaced = beaten.outcome === 'replaced';
    if (isReplaced && !wasReplaced) log.error(REPLACED);
    return BEAT_MS;
  };

  const storeFor = (client: Client | null) => {
    if (!client) throw new AppError('unavailable', NEEDS_SECRET_KEY);
    return agentStore(client);
  };

  return {
    get id() {
      return identity.id;
    },
    isCopy,
    async able() {
      const [mine, running] = await Promise.all([options.capabilities(), store ? store.running() : []]);
      return { id: identity.id, mine, others: running.filter(({ id }) => id !== identity.id).map(({ can }) => can) };
    },
    async health() {
      const problem = isReplaced ? REPLACED : null;
      if (!store) return { known: 0, running: 0, problem, stranded: [] };
      const [all, stranded] = await Promise.all([store.list(identity.id), store.stranded()]);
      return {
        known: all.length,
        running: all.filter(({ state }) => state === 'running').length,
        problem,
        stranded: stranded.map((one) => `${strandedInWords(one, `at ${one.seenAt}`)} ${REMEDY}`),
      };
    },
    routes: (clientFor) => {
      const findAgent = async (store: AgentStore, id: string): Promise<Agent> => {
        const found = (await store.list(identity.id)).find((agent) => agent.id === id);
        if (!found) throw new AppError('not_found', NO_AGENT);
        return found;
      };
      return routesOf(agentsApi, {
        async listAgents(request) {
          const asked = storeFor(clientFor(request));
          // An agent opened for a single command sends no heartbeats, so it registers here.
          if (store && told === null) await registerLater(store);
          return asked.list(identity.id);
        },
        listStrandedChannels: async (request) => storeFor(clientFor(request)).stranded(),
        async renameAgent(request) {
          const { id } = request.params;
          const asked = storeFor(clientFor(request));
          await asked.rename(id, request.body.name);
          if (id === identity.id) await keepName(dataDir, request.body.name);
          return findAgent(asked, id);
        },
        async removeAgent(request) {
          const asked = storeFor(clientFor(request));
          const { id, name } = await findAgent(asked, request.params.id);
          await asked.remove(id, name);
        },
      });
    },
    start(onTaken) {
      const failure = 'the other agents cannot be notified that this one is running; trying again';
      loop ??= startLoop(() => beat(onTaken), { atLeastMs: BEAT_AT_LEAST_MS, atMostMs: BEAT_MS, failure, log });
    },
    beatNow: () => loop?.checkNow(),
    close() {
      closed ??= (async () => {
        await loop?.end();
        if (store && told)
          await store
            .end(identity)
            .catch((err: unknown) => log.info({ err }, 'the end of this agent was not recorded'));
      })();
      return closed;
    },
  };
}

/** Whether another process sends heartbeats under this id: one that was killed stays silent. */
async function beatsElsewhere(store: AgentStore, { id }: Identity, seenAt: string, watchMs: number): Promise<boolean> {
  const until = performance.now() + watchMs;
  while (performance.now() < until) {
    const latest = await store.seenAt(id);
    if (latest !== null && Date.parse(latest) > Date.parse(seenAt)) return true;
    await delay(WATCH_EVERY_MS);
  }
  return false;
}
