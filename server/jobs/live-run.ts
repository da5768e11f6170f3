import type { FastifyBaseLogger } from 'fastify';
import type { Temporal } from 'temporal-polyfill';
import { holdLease } from '../../shared/lease.ts';
import { AppError } from '../errors.ts';
import { type Job, retrySeconds, TryLater } from './job.ts';
import { AGENT_ENDED_HAND_RUN, AGENT_STOPPED, LOST, STOPPED_BY_HAND, SWITCHED_OFF, UNEXPECTED } from './messages.ts';
import { type JobEnd, type JobStore, LEASE_SECONDS, RENEW_MS } from './store.ts';

/** Why a run was told to end. */
export type StopReason = 'by_hand' | 'switched_off' | 'closing';

/** A run of this agent from its claim on. */
export type LiveRun = {
  readonly byHand: boolean;
  /** What it said last of how far it is. */
  readonly progress: string | null;
  stop(reason: StopReason): void;
  /** Resolves, when its end is kept, with how it ended. */
  readonly over: Promise<JobEnd>;
  /** Hears each progress, beginning with the last one. Gives the function that ends it. */
  follow(onProgress: (progress: string) => void): () => void;
};

type LiveRunDeps = {
  key: string;
  byHand: boolean;
  startedAt: Temporal.Instant;
  attempt: number;
  store: JobStore;
  log: FastifyBaseLogger;
};

/** Does a claimed run: keeps its claim, ends it when it is told to or the claim is lost, and keeps how it ended. */
export function beginRun<Settings>(job: Job<Settings>, deps: LiveRunDeps): LiveRun {
  const { key, byHand, startedAt, attempt, store, log } = deps;
  const followers = new Set<(progress: string) => void>();
  const stopping = new AbortController();
  const lease = holdLease(() => store.renew(job.name, key), { renewMs: RENEW_MS, durationMs: LEASE_SECONDS * 1000 });
  let progress: string | null = null;
  const report = (text: string) => {
    progress = text;
    for (const follower of followers) follower(text);
  };

  const perform = async (): Promise<JobEnd> => {
    try {
      const signal = AbortSignal.any([stopping.signal, lease.lost]);
      return { status: 'success', result: await job.run({ signal, report, startedAt, attempt }) };
    } catch (error) {
      if (stopping.signal.aborted) return endOfStopped(stopping.signal.reason, byHand);
      if (!(error instanceof AppError || error instanceof TryLater))
        log.error({ err: error, job: job.name }, 'a job failed');
      return endOfFailed(error, byHand ? null : attempt);
    }
  };
  const keep = async (end: JobEnd): Promise<JobEnd> => {
    const isKept = await store.finish(job.name, key, end).catch((error: unknown) => {
      log.warn({ err: error, job: job.name }, 'the end of a job could not be kept');
      return true;
    });
    lease.release();
    return isKept ? end : { status: 'failed', result: LOST };
  };
  return {
    byHand,
    get progress() {
      return progress;
    },
    stop: (reason) => stopping.abort(reason),
    over: perform().then(keep),
    follow(onProgress) {
      if (progress !== null) onProgress(progress);
      followers.add(onProgress);
      return () => followers.delete(onProgress);
    },
  };
}

/** What was stopped by the agent's end or a switch goes on, once it may, while its date lasts. */
function endOfStopped(reason: StopReason, byHand: boolean): JobEnd {
  if (reason === 'by_hand') return { status: 'failed', result: STOPPED_BY_HAND };
  if (byHand) return { status: 'failed', result: AGENT_ENDED_HAND_RUN };
  return { status: 'failed', result: reason === 'closing' ? AGENT_STOPPED : SWITCHED_OFF, retrySeconds: 0 };
}

/** `attempt` is null for what is not tried again. */
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
