/** The names of a run's icons (§4); `idle` is a script that has not been run in this window. */
export const runStatusNames = {
  idle: 'Idle',
  queued: 'Waiting',
  running: 'Running',
  success: 'Success',
  error: 'Error',
  cancelled: 'Cancelled',
  timeout: 'Timed out',
} as const;

export const runMessages = {
  queued: 'Waiting for a free slot…',
  cancel: 'Cancel',
  cancelling: 'Cancelling...',
  newest: 'Newest lines',
  showEarlier: (count: number) => `Show ${count.toLocaleString('en-US')} earlier ${count === 1 ? 'line' : 'lines'}`,
  errorLine: 'Error',
  warningLine: 'Warning',
  cancelFailed: 'Error cancelling run',
} as const;

export const historyMessages = {
  title: 'Runs',
  loading: 'Loading runs...',
  empty: 'No runs yet. Runs of this script will be listed here.',
  loadFailed: 'Error loading runs',
  loadingRun: 'Loading the log...',
  runFailed: 'Error loading this run',
  log: (when: string) => `Log of ${when}`,
  showAll: (count: number) => `Show all ${count}`,
} as const;

export const artifactMessages = {
  title: 'Saved files',
  open: (path: string) => `Open ${path}`,
  download: 'Download',
  downloadFile: (path: string) => `Download ${path}`,
  downloadFailed: 'Error downloading file',
  loadingPicture: 'Loading picture...',
  showAll: (count: number) => `Show all ${count} pictures`,
  enlarged: 'Picture saved by the script.',
} as const;
