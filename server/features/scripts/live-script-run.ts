import type { ScriptLogLine, ScriptRun, ScriptRunDetails } from '../../../shared/scripts/script-run.ts';
import { createLiveRun, type LiveRun } from '../../runs/live-run.ts';
import { createRunLog, type RunLog } from './run-log.ts';

/** Called with each line, and with the run at each change of status. */
export type Follower = { line(line: ScriptLogLine): void; run(run: ScriptRun): void };

/** Why a run was stopped, and its resulting status. */
export type StopReason = { status: 'cancelled' | 'timeout'; error: string };

/** A run of this process: waiting, running or over. Followers get all events, past ones immediately. */
export type LiveScriptRun = LiveRun<Follower, StopReason> & {
  readonly details: ScriptRunDetails;
  readonly log: RunLog;
  change(change: Partial<ScriptRun>): void;
  end(): void;
};

export function createLiveScriptRun(run: ScriptRun, logBytes: number): LiveScriptRun {
  const live = createLiveRun<Follower, StopReason>();
  const log = createRunLog(logBytes, (line) => live.notify((follower) => follower.line(line)));
  let current = run;
  return {
    ...live,
    get details() {
      return { ...current, log: [...log.lines] };
    },
    log,
    change(change) {
      current = { ...current, ...change };
      live.notify((follower) => follower.run(current));
    },
    follow(follower) {
      follower.run(current);
      for (const line of log.lines) follower.line(line);
      return live.follow(follower);
    },
  };
}
