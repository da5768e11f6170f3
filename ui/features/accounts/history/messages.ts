import type { WarmupRun } from '../../../../shared/accounts/warmup.ts';
import { HOLD_REST_DAYS } from '../../../../shared/accounts/warmup-hold.ts';
import { RAMP_UP_DAYS } from '../../../../shared/accounts/warmup-ramp-up.ts';

export const historyMessages = {
  title: (label: string) => `Warm-ups for ${label}`,
  description: 'Activity on Instagram, newest first.',
  runs: 'History',
  loading: 'Loading the history...',
  loadFailed: 'Error loading the history',
  empty: 'No warm-ups yet. They will be listed here.',
  journal: (when: string) => `Log for ${when}`,
  emptyJournal: 'Nothing was logged.',
  screenshot: 'Last screenshot of the warm-up',
  openScreenshot: 'Open the last screenshot',
  loadingScreenshot: 'Loading the screenshot...',
  showAll: (count: number) => `Show all ${count}`,
  seconds: (seconds: number) => `${Math.round(seconds)} s`,
} as const;

export const runStatusNames: Record<WarmupRun['status'], string> = {
  running: 'Running',
  success: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

export const switchMessages = {
  automatic: {
    label: 'Automatic warm-ups',
    hint: 'Once a day during the hours in Settings, as long as this account is logged in. Accounts take turns.',
    off: 'Automatic warm-ups are turned off for all accounts in Settings.',
  },
  established: {
    label: 'Established account',
    hint: `In use for a long time. Skips the ${RAMP_UP_DAYS}-day ramp-up and starts with full-length visits.`,
    off: 'The ramp-up is turned off for all accounts in Settings.',
  },
  saveFailed: 'Error saving',
} as const;

/** The temporary hold, "too many requests". */
export const holdMessages = {
  resting: (from: string) =>
    `After too many requests, the account rests for ${HOLD_REST_DAYS} days. From ${from}, you can lift the hold here without logging in again.`,
  rested: `The account has rested for ${HOLD_REST_DAYS} days, so you can lift the hold.`,
  warning:
    'If Instagram complains again, leave the account alone for a week, or it may be limited or locked permanently.',
  lift: 'Lift the hold',
  lifting: 'Lifting...',
} as const;

export const holdToasts = {
  lifted: (label: string) => ({ title: 'Hold lifted', description: `Automatic warm-ups have resumed for ${label}` }),
  failed: (reason: string) =>
    ({ title: 'Error lifting the hold', description: reason, variant: 'destructive' }) as const,
} as const;

/** A session's counts in one line: "12 posts, 3 stories, 2 Reels, no likes". */
export function countsLine({ postsSeen, storiesSeen, reelsSeen, likes }: WarmupRun['counts']): string {
  const parts = [
    counted(postsSeen, 'post', 'posts'),
    counted(storiesSeen, 'story', 'stories'),
    counted(reelsSeen, 'Reel', 'Reels'),
    counted(likes, 'like', 'likes'),
  ];
  return parts.join(', ');
}

function counted(count: number, one: string, many: string): string {
  return `${count === 0 ? 'no' : count} ${count === 1 ? one : many}`;
}
