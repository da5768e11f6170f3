import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import {
  type AgentsHealth,
  type BackupHealth,
  type DeepHealth,
  healthPartsSchema,
  type JobsHealth,
  type PublisherHealth,
} from '../../../shared/agent/health.ts';
import { agentApi } from '../../../shared/api/agent.ts';
import { findBrowser, NoBrowser } from '../../browser/find-browser.ts';
import { requireMember } from '../../http/authentication.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { SupabaseConnection } from '../../supabase/connection.ts';
import { DISK_FAIL_BYTES, freeBytes } from '../doctor/machine-checks.ts';
import { canWriteLog, LOG_FOLDER } from '../log/log-file.ts';
import { type Examinations, partOf } from './examine.ts';
import {
  backupOverdue,
  connectionsScarce,
  diskFull,
  jobFailed,
  LOG_NOT_WRITABLE,
  leasesExpired,
  loopBlocked,
  NOT_MIGRATED,
  notLooking,
} from './messages.ts';
import { watchProcess } from './process-health.ts';

/** Share of the database's connections in use that counts as a shortage. */
const CONNECTIONS_SCARCE = 0.9;
/** An event loop that is blocked for this long delays every request. */
const LOOP_BLOCKED_MS = 5_000;
/** Due posts are checked every 5 s; a check may wait for a busy database. */
const LOOK_LATE_SECONDS = 60;

export type HealthDeps = {
  connection: Pick<SupabaseConnection, 'mode' | 'verify' | 'health'>;
  agentToken: string;
  version: string;
  dataDir: string;
  /** The part of the agent's environment for browsers. */
  env: Record<string, string | undefined>;
  jobs(): Promise<JobsHealth>;
  publisher(): Promise<PublisherHealth>;
  agents(): Promise<AgentsHealth>;
  backup(): Promise<BackupHealth>;
  log: FastifyBaseLogger;
  now?: (() => Temporal.Instant) | undefined;
};

/**
 * Serves GET /api/health: without authentication, only the agent's name, version and mode. With `?deep=1`, for members
 * and the agent token, the agent's health: 200 when it is ok, 503 when it is degraded. The parts are examined in
 * parallel, each within PART_LIMIT_MS. Call `close` when the agent closes.
 */
export function openHealth(deps: HealthDeps): { routes: Routes; close(): void } {
  const { connection, version, now = Temporal.Now.instant } = deps;
  const watched = watchProcess();
  const identity = { name: 'local-agent' as const, version, mode: connection.mode };
  const examinations = examinationsOf(deps, watched.read, now);

  const examine = async (): Promise<DeepHealth> => {
    const examinedAt = now().toString();
    const examined = await Promise.all(
      Object.entries(examinations).map(async ([name, ask]) => ({ name, ...(await ask()) })),
    );
    const reasons = examined.flatMap((part) => part.reasons);
    const parts = healthPartsSchema.parse(Object.fromEntries(examined.map(({ name, found }) => [name, found])));
    return { ...identity, status: reasons.length > 0 ? 'degraded' : 'ok', reasons, examinedAt, ...parts };
  };

  return {
    routes: routesOf(agentApi, {
      getHealth: async (request, reply) => {
        if (request.query.deep !== '1') return identity;
        await requireMember(request, reply, deps);
        const health = await examine();
        return health.status === 'ok' ? health : reply.code(503).send(health);
      },
    }),
    close: watched.close,
  };
}

function examinationsOf(
  { connection, dataDir, env, jobs, publisher, agents, backup, log }: HealthDeps,
  readProcess: ReturnType<typeof watchProcess>['read'],
  now: () => Temporal.Instant,
): Examinations {
  return {
    database: partOf(
      {
        what: 'The database',
        ask: connection.health,
        reasons: ({ connections, isMigrated }) => [
          ...(isMigrated ? [] : [NOT_MIGRATED]),
          ...(connections && connections.used >= connections.limit * CONNECTIONS_SCARCE
            ? [connectionsScarce(connections.used, connections.limit)]
            : []),
        ],
      },
      log,
    ),
    disk: partOf(
      {
        what: 'The disk of the data directory',
        ask: async () => ({ freeBytes: await freeBytes(dataDir) }),
        reasons: (disk) => (disk.freeBytes < DISK_FAIL_BYTES ? [diskFull(disk.freeBytes)] : []),
      },
      log,
    ),
    process: partOf(
      {
        what: "The agent's process",
        ask: readProcess,
        reasons: ({ eventLoopDelayMs }) =>
          eventLoopDelayMs.max > LOOP_BLOCKED_MS ? [loopBlocked(eventLoopDelayMs)] : [],
      },
      log,
    ),
    jobs: partOf(
      {
        what: 'The list of jobs',
        ask: jobs,
        reasons: (list) => [
          ...(list.problem ? [list.problem] : []),
          ...list.jobs
            .filter(({ isOn, lastRun }) => isOn && lastRun?.status === 'failed')
            .map(({ name }) => jobFailed(name)),
        ],
      },
      log,
    ),
    publisher: partOf({ what: 'Publishing', ask: publisher, reasons: (found) => publisherReasons(found, now()) }, log),
    agents: partOf(
      {
        what: 'The list of agents',
        ask: agents,
        reasons: ({ problem, stranded }) => [...(problem ? [problem] : []), ...stranded],
      },
      log,
    ),
    browser: partOf(
      {
        what: 'The search for a browser',
        ask: () => browserSource(env),
        reasons: ({ source }) => (source ? [] : [new NoBrowser().message]),
      },
      log,
    ),
    log: partOf(
      {
        what: 'The log',
        ask: async () => ({ isWritable: canWriteLog(join(dataDir, LOG_FOLDER)) }),
        reasons: ({ isWritable }) => (isWritable ? [] : [LOG_NOT_WRITABLE]),
      },
      log,
    ),
    backup: partOf(
      {
        what: 'The list of backups',
        ask: backup,
        reasons: ({ isOverdue, lastAt }) => (isOverdue ? [backupOverdue(lastAt)] : []),
      },
      log,
    ),
  };
}

function publisherReasons({ isWatching, lookedAt, leases }: PublisherHealth, now: Temporal.Instant): string[] {
  const since = lookedAt ? now.since(Temporal.Instant.from(lookedAt)).total('seconds') : 0;
  return [
    ...(isWatching && since > LOOK_LATE_SECONDS ? [notLooking(Math.round(since))] : []),
    ...(leases.expired > 0 ? [leasesExpired(leases.expired)] : []),
  ];
}

async function browserSource(env: HealthDeps['env']) {
  try {
    return { source: (await findBrowser(env)).source };
  } catch (error) {
    if (error instanceof NoBrowser) return { source: null };
    throw error;
  }
}
