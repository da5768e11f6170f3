/** Messages of the Jobs card. Each job's title and results come from the agent. */
export const jobsMessages = {
  title: 'Jobs',
  description: (zone: string) => `What the agent does automatically. Times in ${zone}.`,
  loading: 'Loading jobs...',
  pause: 'Pause all',
  resume: 'Resume',
  paused: 'Automation paused',
  pausedDetail: 'Nothing starts automatically until you resume. You can still run things by hand.',
  notWatching: 'Jobs run automatically only in an agent started with “local-agent start”.',
  run: 'Run now',
  stop: 'Stop',
  lastRun: 'Last run',
  nextRun: 'Next run',
  never: 'Never',
  byHand: 'by hand',
  running: 'Running',
  runningElsewhere: 'Running on another agent.',
  starting: 'Starting...',
  failed: 'Failed',
  off: 'Off',
  pausedShort: 'Paused',
  offUntilOn: 'None while turned off under Posting',
  offUntilResumed: 'None while paused',
  unknown: 'Unknown',
  dueNow: 'Any moment now',
  triesAgain: 'Retries ',
} as const;

export function deletedTitle(count: number): string {
  return `Recently deleted (${count.toLocaleString('en')})`;
}

export const jobsToasts = {
  loadFailed: 'Failed to load jobs',
  done: (title: string) => `${title}: done`,
  failed: (title: string) => `${title}: failed`,
  notStarted: (title: string) => `${title} was not started`,
  notStopped: (title: string) => `${title} could not be stopped`,
  paused: 'Automation paused',
  resumed: 'Automation resumed',
  pauseFailed: 'Nothing was changed',
  cutOff: 'The connection was lost. The job is still running; see its last run here.',
} as const;
