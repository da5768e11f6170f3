import type { JobList, JobState } from '../../shared/jobs.ts';
import { localTime } from './local-time.ts';

/** What the terminal says about jobs. */

export const PAUSED = 'Everything automatic is paused. `local-agent jobs resume` lets it go on.';
export const RESUMED = 'Everything automatic goes on.';
export const NOT_WATCHING =
  'No agent is running, so none of these begins by itself. Start it with `local-agent start`.';
export const NO_END = 'The agent ended the job without a result. Look at its log, then try again.';

/** Hours are those of the workspace's zone, times those of this machine. */
export const zonesInWords = (workspace: string, machine: string) =>
  `Hours are those of ${workspace}, times those of ${machine}.`;

/** The last run: when, and how it ended. */
export function lastRunInWords({ lastRun }: JobState): string {
  if (!lastRun) return 'never';
  const time = localTime(lastRun.finishedAt ?? lastRun.startedAt);
  return `${time} ${lastRun.status}${lastRun.byHand ? ' (by hand)' : ''}`;
}

/** The next run: when, or why there is none. `now` tells what is due already. */
export function nextRunInWords(job: JobState, { isPaused }: JobList, now: Date): string {
  if (job.lastRun?.status === 'running') return 'running';
  if (job.nextRun === null) return isPaused ? 'paused' : 'off';
  return Date.parse(job.nextRun) <= now.getTime() ? 'due now' : localTime(job.nextRun);
}
