import { type Schedule, timeOfDay } from './schedule.ts';

/** Messages for runs that were ended from outside. */
export const STOPPED_MANUALLY = 'Stopped by hand.';
export const SWITCHED_OFF = 'Stopped because it was switched off.';
export const AGENT_STOPPED = 'The agent was stopped before it was done. It continues when the agent runs again.';
export const AGENT_STOPPED_MANUAL_RUN = 'The agent was stopped before it was done.';
export const UNEXPECTED = 'Something unexpected went wrong. The agent’s log has the details.';
export const CLAIM_EXPIRED = 'Interrupted: the machine slept, or the database could not be reached.';
export const CLAIM_LOST = 'Another agent has taken over this run.';

export const noSuchJob = (name: string, names: readonly string[]) =>
  `There is no job "${name}". There are: ${names.join(', ')}.`;
export const alreadyRunning = (name: string) =>
  `The job ${name} is already running. Wait until it is done, or stop it.`;
export const notRunningHere = (name: string) => `The job ${name} is not running on this agent.`;

export const NEEDS_SECRET_KEY =
  'Jobs need the secret key of your Supabase project, so none runs automatically: sign in with `local-agent link`, or start the agent with --supabase-secret-key.';
export const badTimezone = (zone: string) =>
  `The time zone "${zone}" is unknown to this machine, so no job runs automatically. Choose another one in Settings.`;

export const RECONCILE = {
  title: 'Clean up interrupted runs',
  about: 'Marks warm-ups and jobs as failed when their agent ended unexpectedly, so that they can start again.',
} as const;

export const markedInterrupted = ({ warmups, jobs }: { warmups: number; jobs: number }) => {
  const parts = [...counted(warmups, 'warm-up'), ...counted(jobs, 'job')];
  return parts.length === 0 ? 'No run was interrupted.' : `Marked as interrupted: ${parts.join(' and ')}.`;
};

function counted(count: number, thing: string): string[] {
  return count === 0 ? [] : [`${count} ${thing}${count === 1 ? '' : 's'}`];
}

/** A job's schedule in words; hours are in the settings' time zone. */
export function whenInWords(schedule: Schedule): string {
  if (schedule.every === 'day') {
    return `${daysInWords(schedule.days)} at ${timeOfDay(schedule)}`;
  }
  if (schedule.minutes === 60) return 'Every hour';
  return schedule.minutes % 60 === 0 ? `Every ${schedule.minutes / 60} hours` : `Every ${schedule.minutes} minutes`;
}

function daysInWords(days: readonly number[] | undefined): string {
  if (!days) return 'Every day';
  if (days.join() === '1,2,3,4,5') return 'Monday to Friday';
  return new Intl.ListFormat('en-GB').format(days.map((day) => WEEKDAYS[day] ?? ''));
}

const WEEKDAYS = ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays'];
