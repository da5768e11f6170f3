/** The words of the Jobs card. What each job is called and did comes from the agent. */
export const jobsMessages = {
  title: 'Jobs',
  description: (zone: string) => `What the agent does by itself. Times are those of ${zone}.`,
  loading: 'Loading the jobs...',
  pause: 'Pause all',
  resume: 'Resume',
  paused: 'Everything automatic is paused',
  pausedDetail: 'Nothing begins by itself until you resume. What you start by hand still runs.',
  notWatching: 'This agent begins nothing by itself: only one started with “local-agent start” does.',
  run: 'Run now',
  stop: 'Stop',
  lastRun: 'Last run',
  nextRun: 'Next run',
  never: 'Never yet',
  byHand: 'by hand',
  running: 'Running',
  runningElsewhere: 'Running on another agent.',
  starting: 'Starting...',
  failed: 'Failed',
  off: 'Off',
  pausedShort: 'Paused',
  offUntilOn: 'None while it is switched off above',
  offUntilResumed: 'None while paused',
  unknown: 'Not known',
  dueNow: 'Any moment now',
  triesAgain: 'Tries again ',
} as const;

/** The heading over what was deleted within the last day. */
export function deletedTitle(count: number): string {
  return `Recently deleted (${count.toLocaleString('en')})`;
}

export const jobsToasts = {
  loadFailed: 'Failed to load the jobs',
  done: (title: string) => `${title}: done`,
  failed: (title: string) => `${title}: failed`,
  notStarted: (title: string) => `${title} was not started`,
  notStopped: (title: string) => `${title} could not be stopped`,
  paused: 'Everything automatic is paused',
  resumed: 'Everything automatic goes on',
  pauseFailed: 'Nothing was changed',
  cutOff: 'The connection broke before it was done. It goes on; look at its last run here.',
} as const;
