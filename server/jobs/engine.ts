import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import { AppError } from '../errors.ts';
import { createRunRegistry } from '../runs/live-run.ts';
import { type Loop, startLoop } from '../runs/loop.ts';
import { createRecovery } from '../runs/recovery.ts';
import type { Job } from './job.ts';
import { beginJobRun, type LiveJobRun, type StopReason } from './live-job-run.ts';
import { AGENT_STOPPED, alreadyRunning, noSuchJob, notRunningHere } from './messages.ts';
import { dueKey, nextTime } from './schedule.ts';
import { type JobStore, MANUAL_KEY_PREFIX } from './store.ts';

/** The longest interval between two checks: the clock may have been set, or the machine suspended. */
const WAKE_AT_MOST_MS = 30_000;
const WAKE_AT_LEAST_MS = 50;

/**
 * How long runs may take to end when the agent stops. A longer one is claimed again at the next start, or when its
 * lease expires.
 */
const CLOSE_GRACE_MS = 2_000;

export type EngineDeps<Settings> = {
  jobs: readonly Job<Settings>[];
  /** Further jobs, queried at each check. They are not run on request. */
  scheduled?(): Promise<readonly Job<Settings>[]>;
  store: JobStore;
  settings(): Promise<Settings & { timezone: string }>;
  /** Cleans up after a killed agent. Called before any run, and again until it succeeds. */
  recover(): Promise<void>;
  /** Why no job is started in this workspace, as a sentence; null if jobs are started. */
  still(): Promise<string | null>;
  /** The database's time, by which jobs are due. Rejects if the database does not respond. */
  time(): Promise<Temporal.Instant>;
  log: FastifyBaseLogger;
};

/** Runs jobs, once per key across all agents, and never two runs of a job at once. */
export type JobEngine = {
  /** Starts running due jobs, until it is closed. */
  start(): void;
  readonly isStarted: boolean;
  /** Checks for due jobs at once, if the engine is started. */
  checkNow(): void;
  /** Starts the jobs that are due now. Returns the milliseconds until the next check, at most 30 s. */
  tick(): Promise<number>;
  /**
   * Starts a run at once, under a separate key, so that due runs are unaffected. AppError not_found, conflict,
   * unavailable.
   */
  runManually(name: string): Promise<LiveJobRun>;
  /** The run in progress here. */
  runOf(name: string): LiveJobRun | undefined;
  /** Stops the run in progress here and waits for its end. AppError not_found. */
  stop(name: string): Promise<void>;
  /** Stops every run; a due run is released, to continue later. Safe to call twice. */
  close(): Promise<void>;
};

export function createJobEngine<Settings>(deps: EngineDeps<Settings>): JobEngine {
  const { jobs, store, settings, time, log } = deps;
  const live = createRunRegistry<LiveJobRun, StopReason>();
  /** The newest finished key of each job, so that the database is not queried for it again. */
  const over = new Map<string, string>();
  const recovery = createRecovery(deps.recover);
  let loop: Loop | undefined;

  const begin = async (
    job: Job<Settings>,
    keyOfAll: string,
    { isManual = false, share = '' } = {},
  ): Promise<LiveJobRun | null> => {
    const key = `${keyOfAll}${share}`;
    const claim = await store.claim(job.name, key);
    if (claim.outcome === 'over') over.set(job.name, keyOfAll);
    // After a late response, a run may be claimed a second time; only one claim is used.
    if (claim.outcome !== 'claimed' || live.has(job.name)) return null;
    const { attempt } = claim;
    const startedAt = Temporal.Instant.from(claim.started_at);
    const run = beginJobRun(job, { key, isManual, startedAt, attempt, store, closing: live.closing, log });
    live.add(job.name, run);
    void run.over.then(() => live.remove(job.name));
    return run;
  };

  const beginDue = async (job: Job<Settings>, current: Settings & { timezone: string }, at: Temporal.Instant) => {
    const run = live.get(job.name);
    if (!job.isOn(current)) {
      if (run && !run.isManual) run.stop('switched_off');
      return;
    }
    const key = dueKey(job.schedule(current), at, current.timezone);
    if (live.closing.aborted || run || key === null || over.get(job.name) === key) return;
    const share = job.share ? await job.share() : '';
    if (share !== null && !live.closing.aborted) await begin(job, key, { share });
  };

  const tick = async () => {
    await recovery.done();
    const [current, scheduled, at] = await Promise.all([settings(), deps.scheduled?.(), time()]);
    const all = scheduled ? [...jobs, ...scheduled] : jobs;
    // A failure of one job does not affect the others.
    const looks = await Promise.allSettled(all.map((job) => beginDue(job, current, at)));
    for (const result of looks) if (result.status === 'rejected') throw result.reason;
    const waits = all
      .filter((job) => job.isOn(current))
      .map((job) => nextTime(job.schedule(current), at, current.timezone).since(at).total('milliseconds'));
    return Math.min(WAKE_AT_MOST_MS, ...waits);
  };

  return {
    start() {
      if (live.closing.aborted) return;
      const failure = 'due jobs cannot be read; trying again';
      loop ??= startLoop(tick, { atLeastMs: WAKE_AT_LEAST_MS, atMostMs: WAKE_AT_MOST_MS, failure, log });
    },
    get isStarted() {
      return loop !== undefined;
    },
    checkNow: () => loop?.checkNow(),
    tick,
    async runManually(name) {
      const job = jobs.find((known) => known.name === name);
      if (!job)
        throw new AppError(
          'not_found',
          noSuchJob(
            name,
            jobs.map((known) => known.name),
          ),
        );
      await recovery.done();
      if (live.closing.aborted) throw new AppError('unavailable', AGENT_STOPPED);
      const run = live.has(name) ? null : await begin(job, `${MANUAL_KEY_PREFIX}${randomUUID()}`, { isManual: true });
      if (!run) throw new AppError('conflict', (await deps.still()) ?? alreadyRunning(name));
      return run;
    },
    runOf: (name) => live.get(name),
    async stop(name) {
      const run = live.get(name);
      if (!run) throw new AppError('not_found', notRunningHere(name));
      run.stop('manual');
      await run.over;
    },
    close: () => live.close('closing', loop, CLOSE_GRACE_MS),
  };
}
