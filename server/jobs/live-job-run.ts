import type { FastifyBaseLogger } from 'fastify';
import type { Temporal } from 'temporal-polyfill';
import { JOB_LEASE_SECONDS, JOB_RENEW_MS, retrySeconds } from '../../shared/agent/job-runs.ts';
import { holdLease } from '../../shared/agent/lease.ts';
import { AppError } from '../errors.ts';
import { createLiveRun, type LiveRun } from '../runs/live-run.ts';
import { recordEnd } from '../runs/record-end.ts';
import { type Job, TryLater } from './job.ts';
import {
  AGENT_STOPPED,
  AGENT_STOPPED_MANUAL_RUN,
  CLAIM_EXPIRED,
  CLAIM_LOST,
  STOPPED_MANUALLY,
  SWITCHED_OFF,
  UNEXPECTED,
} from './messages.ts';
import type { JobEnd, JobStore } from './store.ts';

export type StopReason = 'manual' | 'switched_off' | 'closing';

/** A run of this agent from its claim on. Followers get each progress report, starting with the latest. */
export type LiveJobRun = LiveRun<(progress: string) => void, StopReason, JobEnd> & {
  /** Started by a user. */
  readonly isManual: boolean;
  /** The latest progress report. */
  readonly progress: string | null;
};

type LiveJobRunDeps = {
  key: string;
  isManual: boolean;
  startedAt: Temporal.Instant;
  attempt: number;
  store: JobStore;
  closing: AbortSignal;
  log: FastifyBaseLogger;
};

/** Runs a claimed job: renews its lease, stops it on request or when the lease is lost, and stores how it ended. */
export function beginJobRun<Settings>(job: Job<Settings>, deps: LiveJobRunDeps): LiveJobRun {
  const { key, isManual, startedAt, attempt, store, closing, log } = deps;
  const run = createLiveRun<(progress: string) => void, StopReason, JobEnd>();
  const lease = holdLease(() => store.renew(job.name, key, attempt), {
    renewMs: JOB_RENEW_MS,
    durationMs: JOB_LEASE_SECONDS * 1000,
  });
  let progress: string | null = null;
  const report = (text: string) => {
    progress = text;
    run.notify((follower) => follower(text));
  };

  const perform = async (): Promise<JobEnd> => {
    try {
      const signal = AbortSignal.any([run.stopping, lease.lost]);
      return { status: 'success', result: await job.run({ signal, report, startedAt, attempt, isManual }) };
    } catch (error) {
      const stopReason = run.stopReason();
      if (stopReason) return endOfStopped(stopReason, isManual);
      if (lease.lost.aborted) return endOfExpired(isManual);
      if (!(error instanceof AppError || error instanceof TryLater))
        log.error({ err: error, job: job.name }, 'a job failed');
      return endOfFailed(error, isManual ? null : attempt);
    }
  };
  const keep = async (end: JobEnd): Promise<JobEnd> => {
    let isRetry = false;
    const write = async () => {
      // A write whose response was lost may have succeeded.
      const mayBeKept = isRetry;
      isRetry = true;
      return (await store.finish(job.name, key, attempt, end)) || mayBeKept;
    };
    const isOurs = await recordEnd(write, { what: 'the end of a job', closing, log });
    lease.release();
    return isOurs === false ? { status: 'failed', result: CLAIM_LOST } : end;
  };
  void perform().then(keep).then(run.end);
  return {
    ...run,
    isManual,
    get progress() {
      return progress;
    },
    follow(follower) {
      if (progress !== null) follower(progress);
      return run.follow(follower);
    },
  };
}

/** A due run that was stopped because the agent stops, or was switched off, continues later on the same date. */
function endOfStopped(reason: StopReason, isManual: boolean): JobEnd {
  if (reason === 'manual') return { status: 'failed', result: STOPPED_MANUALLY };
  if (isManual) return { status: 'failed', result: AGENT_STOPPED_MANUAL_RUN };
  return { status: 'failed', result: reason === 'closing' ? AGENT_STOPPED : SWITCHED_OFF, retrySeconds: 0 };
}

/** If no other agent has claimed it, a due run restarts at once, as after a crash. */
function endOfExpired(isManual: boolean): JobEnd {
  return { status: 'failed', result: CLAIM_EXPIRED, ...(!isManual && { retrySeconds: 0 }) };
}

/** `attempt` is null for runs without retries. */
function endOfFailed(error: unknown, attempt: number | null): JobEnd {
  if (error instanceof TryLater) {
    return {
      status: 'failed',
      result: error.message,
      ...(attempt !== null && { retrySeconds: retrySeconds(attempt) }),
    };
  }
  return { status: 'failed', result: error instanceof AppError ? error.message : UNEXPECTED };
}
