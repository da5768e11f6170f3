import { setTimeout as delay } from 'node:timers/promises';
import type { Loop } from './loop.ts';

/**
 * A run of this process, from its claim to its end, that can be stopped, followed and awaited. `Follower` is the
 * followers' signature, `Reason` says why it is stopped, `End` how it ended.
 */
export type LiveRun<Follower, Reason, End = void> = {
  /** Aborts with a `Reason` when the run should stop. */
  readonly stopping: AbortSignal;
  /** Undefined unless it is being stopped. */
  stopReason(): Reason | undefined;
  /** Only the first reason counts. */
  stop(reason: Reason): void;
  /** Resolves when the run is over and its end is stored. */
  readonly over: Promise<End>;
  /** Returns an unsubscribe function. */
  follow(follower: Follower): () => void;
};

/** The run as its executor sees it. */
export type LiveRunControl<Follower, Reason, End = void> = LiveRun<Follower, Reason, End> & {
  notify(call: (follower: Follower) => void): void;
  end(end: End): void;
};

export function createLiveRun<Follower, Reason, End = void>(): LiveRunControl<Follower, Reason, End> {
  const followers = new Set<Follower>();
  const stopping = new AbortController();
  let stopReason: Reason | undefined;
  let end: (end: End) => void = () => undefined;
  const over = new Promise<End>((resolve) => {
    end = resolve;
  });
  return {
    stopping: stopping.signal,
    stopReason: () => stopReason,
    stop(reason) {
      if (stopping.signal.aborted) return;
      stopReason = reason;
      stopping.abort(reason);
    },
    over,
    follow(follower) {
      followers.add(follower);
      return () => followers.delete(follower);
    },
    notify: (call) => followers.forEach(call),
    end,
  };
}

type Stoppable<Reason> = { stop(reason: Reason): void; readonly over: Promise<unknown> };

export type RunRegistry<Run, Reason> = {
  get(key: string): Run | undefined;
  has(key: string): boolean;
  all(): Run[];
  keys(): string[];
  /**
   * Adds a run, which is stopped at once if stopAll was called. Throws if a run with that key is live: check before
   * claiming.
   */
  add(key: string, run: Run): void;
  remove(key: string): void;
  readonly closing: AbortSignal;
  /** Stops every run and waits for their ends. Call again for runs added in between. */
  stopAll(reason: Reason): Promise<void>;
  /** Like stopAll, and ends the loop that starts runs; resolves after `graceMs` at the latest. Safe to call twice. */
  close(reason: Reason, loop: Pick<Loop, 'end'> | undefined, graceMs: number): Promise<void>;
};

export function createRunRegistry<Run extends Stoppable<Reason>, Reason>(): RunRegistry<Run, Reason> {
  const runs = new Map<string, Run>();
  const closing = new AbortController();
  let closingReason: Reason | undefined;
  let closed: Promise<void> | undefined;
  const stopAll = async (reason: Reason) => {
    closingReason ??= reason;
    closing.abort();
    for (const run of runs.values()) run.stop(closingReason);
    await Promise.all([...runs.values()].map(({ over }) => over));
  };
  const endAll = async (reason: Reason, loop: Pick<Loop, 'end'> | undefined) => {
    const stopped = stopAll(reason);
    // A pending claim may start one more run.
    await loop?.end();
    await stopped;
    await stopAll(reason);
  };
  return {
    get: (key) => runs.get(key),
    has: (key) => runs.has(key),
    all: () => [...runs.values()],
    keys: () => [...runs.keys()],
    add(key, run) {
      if (runs.has(key)) throw new Error(`A run of ${key} is live already.`);
      runs.set(key, run);
      if (closingReason !== undefined) run.stop(closingReason);
    },
    remove: (key) => void runs.delete(key),
    closing: closing.signal,
    stopAll,
    close(reason, loop, graceMs) {
      closed ??= Promise.race([endAll(reason, loop), delay(graceMs, undefined, { ref: false })]);
      return closed;
    },
  };
}
