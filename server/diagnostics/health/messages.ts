import type { ProcessHealth } from '../../../shared/agent/health.ts';

/** Reasons why the agent is degraded, each with its remedy. */

const REPORT = 'Run `local-agent doctor`, and look at the log with `local-agent logs`.';

export const notInTime = (what: string, limitMs: number) =>
  `${what} did not answer within ${limitMs / 1000} s. ${REPORT}`;
export const failedInside = (what: string) => `${what} could not be checked. ${REPORT}`;
export const NOT_MIGRATED =
  'The database is missing migrations of this version. Restart the agent to apply them; for a hosted project, run `npx supabase db push --include-seed`.';
export const connectionsScarce = (used: number, limit: number) =>
  `${used} of the ${limit} database connections are in use. Close other programs that use it, or restart the agent.`;
export const diskFull = (freeBytes: number) =>
  `Only ${Math.floor(freeBytes / 1024 ** 2)} MB are free on the disk of the data directory. Free some space.`;
export const loopBlocked = ({ max }: ProcessHealth['eventLoopDelayMs']) =>
  `The agent did not respond for ${(max / 1000).toFixed(1)} s within the last two minutes. Close other programs, or wait until heavy work is done.`;
export const jobFailed = (name: string) =>
  `The last run of the job ${name} failed. \`local-agent jobs list\` says why; \`local-agent jobs run ${name}\` tries again.`;
export const notLooking = (seconds: number) =>
  `The agent has not checked for due posts for ${seconds} s. Look at the log with \`local-agent logs\`, then restart the agent.`;
export const leasesExpired = (count: number) =>
  `${count === 1 ? 'A post is' : `${count} posts are`} stuck: the agent that was sending did not finish. Start that agent again, or decide in the Scheduler what to do.`;
export const backupOverdue = (lastAt: string | null) =>
  `${lastAt === null ? 'No backup of the workspace has been made yet' : `The last good backup of the workspace was made at ${lastAt}`}. \`local-agent jobs run backup\` makes one; \`local-agent jobs list\` says why none was made.`;
export const LOG_NOT_WRITABLE =
  'The log in the data directory cannot be written. Check the permissions of its logs folder and the free space.';
