import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
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

/** The longest time between two looks at what is due: a clock may have been set, a machine may have slept. */
const WAKE_AT_MOST_MS = 30_000;
const WAKE_AT_LEAST_MS = 50;

/**
 * How long runs may take to end when the agent does. One that takes longer is given out again at the next start, or
 * when its claim runs out.
 */
const CLOSE_GRACE_MS = 2_000;

export type EngineDeps<Settings> = {
  jobs: readonly Job<Settings>[];
  store: JobStore;
  settings(): Promise<Settings & { timezone: string }>;
  /**
   * Cleans up what this agent left when it was killed. Called before anything is begun, and again until it succeeds.
   */
  recover(): Promise<void>;
  now(): Temporal.Instant;
  log: FastifyBaseLogger;
};

/** Runs jobs: each once for each of its keys, however many agents there are, and never twice at once. */
export type JobEngine = {
  /** Begins to run by itself what is due, until it is closed. */
  start(): void;
  readonly isStarted: boolean;
  /** Begins what is due now. Answers how many milliseconds later something is due again, at most 30 s. */
  tick(): Promise<number>;
  /**
   * Begins a run at once. It has a key of its own, so that it stands for no run that is due. AppError not_found,
   * conflict, unavailable.
   */
  runManually(name: string): Promise<LiveJobRun>;
  /** The run that is under way here. */
  runOf(name: string): LiveJobRun | undefined;
  /** Stops the run that is under way here and waits for its end. AppError not_found. */
  stop(name: string): Promise<void>;
  /** Ends every run; one that was due is given back, to continue later. Safe to call twice. */
  close(): Promise<void>;
};

export function createJobEngine<Settings>(deps: EngineDeps<Settings>): JobEngine {
  const { jobs, store, settings, now, log } = deps;
  const live = createRunRegistry<LiveJobRun, StopReason>();
  /** Of each job the newest key that is over, so that the database is not asked for it again. */
  const over = new Map<string, string>();
  const recovery = createRecovery(deps.recover);
  let loop: Loop | undefined;
  let closed: Promise<void> | undefined;

  const begin = async (job: Job<Settings>, key: string, isManual: boolean): Promise<LiveJobRun | null> => {
    const claim = await store.claim(job.name, key);
    if (claim.outcome === 'over') over.set(job.name, key);
    // An answer that came so late that the run was claimed again: one of it is enough.
    if (claim.outcome !== 'claimed' || live.has(job.name)) return null;
    const { attempt } = claim;
    const startedAt = Temporal.Instant.from(claim.started_at);
    const run = beginJobRun(job, { key, isManual, startedAt, attempt, store, closing: live.closing, log });
    live.add(job.name, run);
    void run.over.then(() => live.remove(job.name));
    return run;
  };

  const beginDue = async (job: Job<Settings>, current: Settings & { timezone: string }) => {
    const run = live.get(job.name);
    if (!job.isOn(current)) {
      if (run && !run.isManual) run.stop('switched_off');
      return;
    }
    const key = dueKey(job.schedule(current), now(), current.timezone);
    if (live.closing.aborted || run || key === null || over.get(job.name) === key) return;
    await begin(job, key, false);
  };

  const tick = async () => {
    await recovery.done();
    const current = await settings();
    // What keeps one job from beginning keeps no other.
    const looks = await Promise.allSettled(jobs.map((job) => beginDue(job, current)));
    for (const result of looks) if (result.status === 'rejected') throw result.reason;
    const waits = jobs
      .filter((job) => job.isOn(current))
      .map((job) => nextTime(job.schedule(current), now(), current.timezone).since(now()).total('milliseconds'));
    return Math.min(WAKE_AT_MOST_MS, ...waits);
  };

  return {
    start() {
      if (live.closing.aborted) return;
      const failure = 'jobs that are due cannot be looked at; trying again';
      loop ??= startLoop(tick, { atLeastMs: WAKE_AT_LEAST_MS, atMostMs: WAKE_AT_MOST_MS, failure, log });
    },
    get isStarted() {
      return loop !== undefined;
    },
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
      const run = live.has(name) ? null : await begin(job, `${MANUAL_KEY_PREFIX}${randomUUID()}`, true);
      if (!run) throw new AppError('conflict', alreadyRunning(name));
      return run;
    },
    runOf: (name) => live.get(name),
    async stop(name) {
      const run = live.get(name);
      if (!run) throw new AppError('not_found', notRunningHere(name));
      run.stop('manual');
      await run.over;
    },
    close() {
      closed ??= (async () => {
        const end = async () => {
          const stopped = live.stopAll('closing');
          // A claim that is under way may begin one more run.
          await loop?.end();
          await stopped;
          await live.stopAll('closing');
        };
        await Promise.race([end(), delay(CLOSE_GRACE_MS, undefined, { ref: false })]);
      })();
      return closed;
    },
  };
}
