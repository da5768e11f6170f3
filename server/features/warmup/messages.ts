import type { WarmupReason } from '../../../shared/accounts/warmup.ts';
import type { Notification } from '../../../shared/agent/notifications.ts';
import type { Sight } from './next-step.ts';
import type { Place } from './plan.ts';

/** The lines of a session's journal. */
export const VISITED: { [place in Place]: string } = {
  feed: 'Opened the feed',
  stories: 'Opened the stories',
  reels: 'Opened Reels',
  explore: 'Opened Explore',
};
export const EXHAUSTED: { [place in Place]: string } = {
  feed: 'The feed has no more posts',
  stories: 'There are no more stories',
  reels: 'Reels has nothing more to show',
  explore: 'Explore has nothing more to show',
};
export const LOOKED: { [sight in Sight]: string } = {
  photo: 'Looked at a photo',
  video: 'Watched a video',
  story: 'Watched a story',
  reel: 'Watched a reel',
  grid: 'Looked around in Explore',
};
export const LIKED = 'Liked the photo';
export const RESTED = 'Paused';
export const DISMISSED = 'Dismissed a question about cookies, notifications or saving the login';

/** Why a warm-up ended early. */
export const ENDED: { [reason in WarmupReason]: string } = {
  login: 'Stopped: Instagram asked to log in again',
  challenge: 'Stopped: Instagram wanted to make sure it’s you',
  checkpoint: 'Stopped: Instagram holds the account at a checkpoint',
  two_factor: 'Stopped: Instagram asked for a two-factor code',
  suspended: 'Stopped: Instagram has suspended the account',
  disabled: 'Stopped: Instagram has disabled the account',
  feedback_required: 'Stopped: Instagram restricted what the account may do',
  rate_limited: 'Stopped: Instagram asked to wait because of too many requests',
  try_again_later: 'Stopped: Instagram said “Try again later”',
  action_blocked: 'Stopped: Instagram blocked an action',
  unknown_notice: 'Stopped: Instagram showed something unfamiliar',
  no_session: 'Stopped: there is no login on this machine',
  empty_feed: 'Stopped: the feed is empty because the account follows nobody',
  layout_changed: 'Stopped: no posts were found because Instagram has changed its pages',
  site_trouble: 'Stopped: Instagram had problems',
  page_hangs: 'Stopped: the page stopped responding',
  page_crashed: 'Stopped: the page crashed',
  offline: 'Stopped: Instagram could not be reached',
  browser: 'Stopped: the browser ended',
  interrupted: 'Stopped: the agent ended',
  cancelled: 'Stopped: it was cancelled',
  error: 'Stopped: something unexpected went wrong',
};

/** Shown to users who find the browser profile in use. */
export const PURPOSE = 'a warm-up';

/** Exact words of the specification (§9). */
export const NOT_INSTAGRAM = 'Warmup is currently only available for Instagram';
export const NO_ACCOUNT = 'There is no such account. It may have been removed.';
export const NO_SUCH_RUN = 'There is no such warm-up.';
export const NOT_RUNNING = 'No warm-up of this account is running on this machine.';
export const ALREADY_RUNNING = 'A warm-up of this account is already running. Wait until it has ended, or cancel it.';
export const AGENT_STOPPED = 'The agent is being stopped. Start it again, then the warm-up.';
export const NO_SCREENSHOT = 'This machine has no screenshot of that warm-up. It stays on the machine that ran it.';
export const NO_SESSION =
  'This account is not logged in on this machine. Log in, or import the cookies of a browser that is logged in.';
export const LOGGED_OUT =
  'This account is not logged in. Log in, or import the cookies of a browser that is logged in.';
export const NEEDS_SECRET_KEY =
  'Warm-ups need an account, or the secret key of your Supabase project: sign in, or start the agent with --supabase-secret-key.';

export const cooldown = (hours: number) =>
  `This account was warmed up less than 24 hours ago. Try again in ${hours} ${hours === 1 ? 'hour' : 'hours'}.`;

/** The notification for a held account. */
export const heldNotification = (label: string): Notification => ({
  title: `${label} needs you`,
  body: 'Instagram stopped its warm-up. Its automatic warm-ups are paused: see Accounts for the reason and what to do.',
  path: '/accounts',
});

export const WARM_UP = {
  title: 'Warm-up',
  about: 'Warms up each logged-in Instagram account whose 24 hours of rest are over, one after the other.',
} as const;

export const outsideHours = (start: number, end: number) =>
  `Nothing was warmed up: automatic warm-ups begin between ${start}:00 and ${end}:00.`;
export const NOBODY_TO_WARM_UP = 'No Instagram account can be warmed up: none is logged in.';
export const warmingUp = (label: string) => `Warming up ${label}`;
export const tryingAgain = (label: string) =>
  `Waiting to try ${label} again, because Instagram could not be reached or had problems`;
export const waitingFor = (label: string) => `Waiting for the 24 hours since the last warm-up of ${label} to pass`;

/** The labels of the accounts by the result of their automatic warm-up. */
export type AutomaticTally = {
  warmedUp: string[];
  failed: string[];
  cooling: string[];
  absent: string[];
  late: string[];
  /** Not attempted. */
  held: string[];
  off: string[];
};

/** One sentence about all of them: the result of a run of the job. */
export function summaryOf({ warmedUp, failed, cooling, absent, late, held, off }: AutomaticTally): string {
  const parts = [
    [warmedUp, 'warmed up'],
    [failed, 'failed'],
    [cooling, 'had a warm-up less than 24 hours ago, or has one now'],
    [absent, 'without a login on this machine'],
    [late, 'left for another day because the hours of automatic warm-ups were over'],
    [held, 'left alone until you have logged in again, because Instagram objected'],
    [off, 'skipped because automatic warm-ups are off'],
  ] as const;
  const clauses = parts.filter(([labels]) => labels.length > 0).map(([labels, what]) => `${labels.join(', ')} ${what}`);
  return clauses.length === 0 ? NOBODY_TO_WARM_UP : `${clauses.join('; ')}.`;
}
