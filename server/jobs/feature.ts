import type { FastifyBaseLogger } from 'fastify';
import type { JobsHealth } from '../../shared/agent/health.ts';
import type { JobList } from '../../shared/agent/jobs.ts';
import type { Routes } from '../http/zod-compiler.ts';
import type { Client } from '../supabase/connection.ts';
import type { DatabaseClock } from '../supabase/database-clock.ts';
import { type AutomationStore, automationStore } from './automation-store.ts';
import { createJobEngine } from './engine.ts';
import type { AutomationJob } from './job.ts';
import { markedInterrupted, NEEDS_SECRET_KEY, RECONCILE } from './messages.ts';
import { jobsRoutes, WITHOUT_KEY } from './routes.ts';
import { createAutomation } from './service.ts';
import { jobStore } from './store.ts';

export type JobsOptions = {
  /** With the service key; null in hosted mode without one. */
  admin: Client | null;
  /** The agent's id (agent-id.ts). */
  agentId: string;
  /** The jobs in display order; `reconcile` is added. */
  jobsOf(admin: Client): readonly AutomationJob[];
  /** The jobs that users have scheduled, in their current state. */
  scheduled(): Promise<readonly AutomationJob[]>;
  /** See EngineDeps. */
  still(): Promise<string | null>;
  clock: DatabaseClock;
  log: FastifyBaseLogger;
};

/** Assembles the background jobs. Nothing is run automatically before `start`. Close it before the connection. */
export function openJobs({ admin, agentId, jobsOf, scheduled, still, clock, log }: JobsOptions): {
  routes: Routes;
  /** Like the list of jobs, for jobs that are not in it. */
  describe(jobs: readonly AutomationJob[]): Promise<JobList>;
  health(): Promise<JobsHealth>;
  start(): void;
  /** Checks for due jobs at once, if `start` was called. */
  checkNow(): void;
  close(): Promise<void>;
} {
  if (!admin) {
    return {
      routes: jobsRoutes(null),
      describe: async () => WITHOUT_KEY,
      health: async () => ({ isWatching: false, isPaused: false, problem: NEEDS_SECRET_KEY, jobs: [] }),
      start: () => log.warn(NEEDS_SECRET_KEY),
      checkNow: () => undefined,
      close: async () => undefined,
    };
  }
  const store = automationStore(admin);
  const history = jobStore(admin, agentId);
  const openedAt = clock.machine();
  const recover = async () => {
    // Runs use the database's time, not this machine's.
    const time = await clock.read();
    await store.reap({ agentId, openedAt: time.subtract(clock.machine().since(openedAt)).toString() });
  };
  const all = [...jobsOf(admin), reconcileJob(store)];
  const engine = createJobEngine({
    jobs: all,
    scheduled,
    store: history,
    settings: store.settings,
    still,
    recover,
    time: clock.read,
    log,
  });
  const automation = createAutomation({ jobs: all, engine, store, history, now: clock.now });
  return {
    routes: jobsRoutes(automation),
    describe: automation.describe,
    health: automation.health,
    start: () => engine.start(),
    checkNow: () => engine.checkNow(),
    close: () => engine.close(),
  };
}

const EVERY_MINUTES = 5;

/**
 * Cleans up runs of agents that stopped renewing their leases. Runs even while jobs are paused: it has no visible
 * effect.
 */
function reconcileJob(store: Pick<AutomationStore, 'reap'>): AutomationJob {
  return {
    ...RECONCILE,
    name: 'reconcile',
    setting: null,
    isOn: () => true,
    schedule: () => ({ every: 'stretch', minutes: EVERY_MINUTES }),
    run: async () => markedInterrupted(await store.reap()),
  };
}
