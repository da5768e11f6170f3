import type { JobList, JobState } from '../../../shared/agent/jobs.ts';
import { localTime } from '../terminal/local-time.ts';

export const PAUSED = 'Automation paused. Run `local-agent jobs resume` to continue.';
export const RESUMED = 'Automation resumed.';
export const NOT_WATCHING = 'No agent is running, so no job starts automatically. Start it with `local-agent start`.';
export const STOPPED = 'Stopped.';
export const NOT_STOPPED =
  'The agent was not asked to stop the job, which may run on. `local-agent jobs list` shows it.';
export const NO_END = 'The job ended without a result. Check the agent’s log, then try again.';

/** Hours are in the workspace's zone, times in this machine's. */
export const zonesInWords = (workspace: string, machine: string) => `Hours in ${workspace}, times in ${machine}.`;

/** The last run: its time and result. */
export function lastRunInWords({ lastRun }: Pick<JobState, 'lastRun'>): string {
  if (!lastRun) return 'never';
  const time = localTime(lastRun.finishedAt ?? lastRun.startedAt);
  return `${time} ${lastRun.status}${lastRun.byHand ? ' (by hand)' : ''}`;
}

/** The next run: its time, or why there is none. `now` decides what is due. */
export function nextRunInWords(
  job: Pick<JobState, 'lastRun' | 'nextRun'>,
  { isPaused }: Pick<JobList, 'isPaused'>,
  now: Date,
): string {
  if (job.lastRun?.status === 'running') return 'running';
  if (job.nextRun === null) return isPaused ? 'paused' : 'off';
  return Date.parse(job.nextRun) <= now.getTime() ? 'due now' : localTime(job.nextRun);
}
