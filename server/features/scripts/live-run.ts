import type { ScriptLogLine, ScriptRun, ScriptRunDetails } from '../../../shared/script-run.ts';
import { createRunLog, type RunLog } from './run-log.ts';

/** What somebody who follows a run hears: each line, and the run whenever its status has changed. */
export type Follower = { line(line: ScriptLogLine): void; run(run: ScriptRun): void };

/** A run of this process, waiting, under way or over. */
export type LiveRun = {
  readonly details: ScriptRunDetails;
  readonly log: RunLog;
  /** Aborts when the run is to be stopped; the reason is a StopReason. */
  readonly stopping: AbortSignal;
  /** Only the first reason counts. */
  stop(reason: StopReason): void;
  /** Resolves when the run is over and kept, however it ended. */
  readonly over: Promise<void>;
  change(change: Partial<ScriptRun>): void;
  /** Hears everything from the beginning, what has happened already at once. Gives the function that ends it. */
  follow(follower: Follower): () => void;
  /** Says that it is over. */
  end(): void;
};

/** Why a run was stopped, which becomes its status. */
export type StopReason = { status: 'cancelled' | 'timeout'; error: string };

export function createLiveRun(run: ScriptRun, logBytes: number): LiveRun {
  const followers = new Set<Follower>();
  const stopping = new AbortController();
  const log = createRunLog(logBytes, (line) => {
    for (const follower of followers) follower.line(line);
  });
  let current = run;
  let end: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {
    get details() {
      return { ...current, log: [...log.lines] };
    },
    log,
    stopping: stopping.signal,
    stop: (reason) => stopping.abort(reason),
    over,
    change(change) {
      current = { ...current, ...change };
      for (const follower of followers) follower.run(current);
    },
    follow(follower) {
      follower.run(current);
      for (const line of log.lines) follower.line(line);
      followers.add(follower);
      return () => followers.delete(follower);
    },
    end,
  };
}
