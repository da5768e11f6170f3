import { LOG_LINES_MAX, type ScriptLimits } from './limits.ts';

export const CANCELLED = 'The run was cancelled.';
export const AGENT_STOPPED = 'The agent was stopped while the script ran.';
export const INTERRUPTED = 'The agent ended unexpectedly while the script ran.';
export const NO_SUCH_RUN = 'There is no such run.';
export const NO_SUCH_SCRIPT = 'There is no such script. It may have been deleted.';
export const ALREADY_OVER = 'This run has already ended.';
export const NO_HISTORY =
  'The history of runs needs an account, or the secret key of your Supabase project: sign in, or start the agent with --supabase-secret-key.';
export const EMPTY_SCRIPT = 'The script is empty. Write some code first.';
export const TOO_LONG = 'The script is too long: it may have at most 1 MB.';

export const NO_SCHEDULE = 'This script has no schedule.';
export const RUN_STILL_GOING = 'Not started yet: a run of this script is still under way.';
export const SKIPPED = 'Skipped: the previous run was still under way at that time.';
export const ENDED_EARLY =
  'The agent ended while the script ran. It is not run a second time, since it may have done its work.';
export const ran = (ms: number) => `Done in ${duration(Math.round(ms / 1000) * 1000)}.`;

export const noSuchAccount = (account: string) =>
  `There is no account "${account}". Give the id or the label of an account on the Accounts screen.`;
export const severalAccounts = (account: string) =>
  `Several accounts are called "${account}". Give the id of the one you mean.`;
export const noSuchArtifact = (path: string) =>
  `This machine has no file "${path}" from that run. Files stay on the machine that ran the script.`;
export const queueFull = ({ concurrency, waiting }: ScriptLimits) =>
  `${concurrency} scripts are running and ${waiting} are waiting already. Try again when some have ended.`;
/** `changedBy` is a member's email address. */
export const notApproved = (changedBy: string | null) =>
  `This text has not been approved on this machine yet${changedBy ? `; ${changedBy} wrote it` : ''}. Scripts run with your rights: look at it and run it from the Scripts screen, or with \`local-agent scripts run --approve\`.`;
/** Other machines can reach this agent, so a stolen sign-in could run code on it. */
export const NO_REMOTE_SCRIPTS =
  'This agent runs no scripts, because other machines can reach it. Start it with --allow-remote-scripts (or "allowRemoteScripts": true in config.json) if you want that.';
export const timedOut = (timeoutMs: number) => `The script did not end within ${duration(timeoutMs)}.`;
export const outOfMemory = (heapMb: number) => `The script needed more than ${heapMb} MB of memory.`;
export const endedBySignal = (signal: string) => `The script's process was ended by ${signal}.`;
export const endedWithCode = (code: number | null) => `The script's process ended with exit code ${code}.`;
export const cannotStart = (reason: string) =>
  `No process could be started for the script: ${reason}. If Node was updated or removed in the meantime, restart the agent.`;
export const logCut = (bytes: number) =>
  `The log was cut off here: its limits are ${Math.round(bytes / 1024)} KB and ${LOG_LINES_MAX} lines. The script continued.`;
/** `count` is null when there were too many to count. */
export const artifactsCut = (count: number | null) =>
  `${count ?? 'Some'} files were not kept: a run may keep 200 files and 256 MB.`;
export const NOT_KEPT_YET =
  'This run is not in the history yet, because the database did not accept it. The agent tries again.';
export const withoutSandbox =
  'Chrome runs without its sandbox because the agent runs as root. Run scripts that you trust, or start the agent as an ordinary user.';

function duration(ms: number): string {
  if (ms < 1000) return `${ms} ms`;
  return ms < 120_000 ? `${ms / 1000} s` : `${ms / 60_000} min`;
}
