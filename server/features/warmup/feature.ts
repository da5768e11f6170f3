import type { FastifyBaseLogger } from 'fastify';
import type { Notification } from '../../../shared/agent/notifications.ts';
import type { BrowserHost } from '../../browser/account-launch.ts';
import type { Sessions } from '../../browser/sessions.ts';
import { callerClient } from '../../http/caller-client.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { SupabaseConnection } from '../../supabase/connection.ts';
import { type Clock, systemClock } from '../../system/clock.ts';
import { type AutomaticRun, automaticWarmups } from './automatic.ts';
import type { Random } from './draw.ts';
import { heldNotification } from './messages.ts';
import { LOOK_LIMIT_MS } from './pace.ts';
import { warmupRoutes } from './routes.ts';
import { createScreenshots } from './screenshots.ts';
import { createWarmups } from './service.ts';
import { warmupStore } from './store.ts';

/** How long a page may take to show something, and the renewal interval of leases, in milliseconds. */
const PATIENCE_MS = 20_000;
const RENEW_MS = 20_000;

/** Values that tests replace: the clock, randomness, and limits of real time. */
export type WarmupTiming = { clock: Clock; random: Random; patienceMs: number; lookLimitMs: number; renewMs: number };

export type WarmupOptions = {
  connection: SupabaseConnection;
  agentToken: string;
  /** The agent's id (agent-id.ts). */
  agentId: string;
  dataDir: string;
  /** The saved logins of accounts. */
  sessions: Sessions;
  instagramUrl: string;
  host: BrowserHost;
  log: FastifyBaseLogger;
  timing?: Partial<WarmupTiming>;
  /** See automaticWarmups; by default, there are no other agents. */
  elsewhere?(): Promise<readonly string[]>;
  /** Notifies the user of an account that needs attention. */
  notify?: (notification: Notification) => Promise<void>;
};

export type WarmupFeature = {
  routes: Routes;
  /** The accounts that are warmed up automatically. */
  automaticAccounts(): Promise<string[]>;
  /** Warms up the due accounts; see automatic.ts. */
  automatic(run: AutomaticRun): Promise<string>;
  close(): Promise<void>;
};

/** Assembles the warm-ups of this machine. Close it before the connection. */
export function openWarmup(options: WarmupOptions): WarmupFeature {
  const { connection, agentId, dataDir, instagramUrl, host, log } = options;
  const timing: WarmupTiming = {
    clock: systemClock,
    random: Math.random,
    patienceMs: PATIENCE_MS,
    lookLimitMs: LOOK_LIMIT_MS,
    renewMs: RENEW_MS,
    ...options.timing,
  };
  const store = connection.admin && warmupStore(connection.admin);
  const warmups = createWarmups({
    ...timing,
    dataDir,
    sessions: options.sessions,
    host,
    log,
    store,
    siteUrl: instagramUrl.replace(/\/+$/, ''),
    owner: agentId,
    screenshots: createScreenshots(dataDir),
    onHeld: (label) => void options.notify?.(heldNotification(label)),
  });
  const storeFor = (request: Parameters<typeof callerClient>[0]) => {
    const client = callerClient(request, options);
    return client && warmupStore(client);
  };
  return {
    routes: warmupRoutes({ warmups, storeFor }),
    automaticAccounts: async () => (store ? (await store.automaticAccounts()).map(({ id }) => id) : []),
    automatic: (run) =>
      automaticWarmups({ warmups, store, clock: timing.clock, elsewhere: options.elsewhere ?? (async () => []) }, run),
    close: () => warmups.close(),
  };
}
