/**
 * What every run of this process has in common, from its claim to its end: whoever wants to may stop it, follow it, and
 * wait for its end. `Follower` is what its followers are called by, `Reason` why it is stopped, `End` how it ended.
 */
export type LiveRun<Follower, Reason, End = void> = {
  /** Aborts with a `Reason` when the run is to stop. */
  readonly stopping: AbortSignal;
  /** Why the run is to stop; undefined while it is not. */
  stopReason(): Reason | undefined;
  /** Only the first reason counts. */
  stop(reason: Reason): void;
  /** Resolves when the run is over and its end is kept, whatever that was. */
  readonly over: Promise<End>;
  /** Returns an unsubscribe function. */
  follow(follower: Follower): () => void;
};

/** The same, for whoever carries the run out. */
export type LiveRunControl<Follower, Reason, End = void> = LiveRun<Follower, Reason, End> & {
  /** Calls every follower. */
  notify(call: (follower: Follower) => void): void;
  /** Marks the run as over. */
  end(end: End): void;
};

/** A run that has just been claimed, without followers. */
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

/** The runs of this process by key. */
export type RunRegistry<Run, Reason> = {
  get(key: string): Run | undefined;
  has(key: string): boolean;
  all(): Run[];
  keys(): string[];
  /**
   * Adds a run; one that comes once stopAll was called is stopped at once. An Error where one of that key is live, which
   * nobody could stop or wait for any more: look before you claim.
   */
  add(key: string, run: Run): void;
  remove(key: string): void;
  /** Aborts when stopAll is called. */
  readonly closing: AbortSignal;
  /**
   * Stops every run and waits for the end of those that are under way now. Safe to call again, for runs that were added
   * meanwhile.
   */
  stopAll(reason: Reason): Promise<void>;
};

export function createRunRegistry<Run extends Stoppable<Reason>, Reason>(): RunRegistry<Run, Reason> {
  const runs = new Map<string, Run>();
  const closing = new AbortController();
  let closingReason: Reason | undefined;
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
    async stopAll(reason) {
      closingReason ??= reason;
      closing.abort();
      for (const run of runs.values()) run.stop(closingReason);
      await Promise.all([...runs.values()].map(({ over }) => over));
    },
  };
}
