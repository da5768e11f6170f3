import type { WarmupActivity, WarmupCounts, WarmupProgress, WarmupReason } from '../../../shared/accounts/warmup.ts';
import { HOLD_REST_DAYS } from '../../../shared/accounts/warmup-hold.ts';
import { localTime } from '../terminal/local-time.ts';

const ACTIVITY_IN_WORDS: { [activity in WarmupActivity]: string } = {
  waiting: 'Waiting for another warm-up to end',
  opening: 'Opening Instagram',
  feed: 'Browsing the feed',
  stories: 'Watching stories',
  reels: 'Watching Reels',
  explore: 'Browsing Explore',
  closing: 'Finishing',
};

export const STARTING = 'Starting the warm-up…';
export const RUNNING_IN_OTHER_AGENT = 'The warm-up is running in another agent, so its progress is not available here.';
export const CANCELLED = 'The warm-up was cancelled.';

export const progressInWords = ({ activity, counts, minutesLeft }: WarmupProgress) =>
  activity === 'waiting'
    ? ACTIVITY_IN_WORDS.waiting
    : `${ACTIVITY_IN_WORDS[activity]} · ${plural(counts.postsSeen, 'post')} seen · ${minutesLeft} min left`;

export const warmedUp = (label: string, counts: WarmupCounts) =>
  `Warmed up ${label} in ${Math.ceil(counts.seconds / 60)} min: ${countsInWords(counts)}.`;

export const onCooldown = (label: string, until: Date) =>
  `${label} was warmed up less than 24 hours ago. The next warm-up can start at ${localTime(until.toISOString())}.`;

/** Why a warm-up failed and the remedy, in two sentences. */
export function failureInWords(reason: WarmupReason | null, label: string): string {
  return `The warm-up of ${label} failed. ${FAILURES[reason ?? 'error'](JSON.stringify(label))}`;
}

const logIn = (label: string) => `\`local-agent accounts login ${label}\``;
const afterLogIn = (label: string) => `Then log in again with ${logIn(label)} to resume automatic warm-ups.`;

/** The reasons for which isStopSignal is true put automatic warm-ups on hold until the next log-in. */
const FAILURES: { [reason in WarmupReason]: (label: string) => string } = {
  login: (label) => `Instagram asked for the password. Log in again with ${logIn(label)} to resume automatic warm-ups.`,
  challenge: (label) =>
    `Instagram wants to make sure it's you. Open Instagram and complete the check. ${afterLogIn(label)}`,
  checkpoint: (label) =>
    `Instagram is holding the account at a checkpoint. Open Instagram and complete it. ${afterLogIn(label)}`,
  two_factor: (label) => `Instagram asked for a two-factor code. Log in with ${logIn(label)} and enter it there.`,
  suspended: (label) =>
    `Instagram has suspended this account. Open Instagram to see how to appeal. ${afterLogIn(label)}`,
  disabled: (label) => `Instagram has disabled this account. Open Instagram to see how to appeal. ${afterLogIn(label)}`,
  feedback_required: (label) =>
    `Instagram flagged unusual activity on this account. Leave it alone for a day or two. ${afterLogIn(label)}`,
  rate_limited: (label) =>
    `Instagram reported too many requests. Let the account rest for ${HOLD_REST_DAYS} days, then lift the hold with \`local-agent accounts release ${label}\`, or log in again with ${logIn(label)}.`,
  try_again_later: (label) =>
    `Instagram said "Try again later". Leave the account alone for a day. ${afterLogIn(label)}`,
  action_blocked: (label) =>
    `Instagram blocked an action by this account. Leave it alone for a day or two. ${afterLogIn(label)}`,
  unknown_notice: (label) =>
    `Instagram is showing something unfamiliar; see the run's screenshot. Open Instagram and do what it asks. ${afterLogIn(label)}`,
  no_session: (label) => `This account is not logged in on this machine. Log in with ${logIn(label)}.`,
  empty_feed: () =>
    'The feed is empty: this account follows nobody. Follow some accounts on Instagram, then start the warm-up again.',
  layout_changed: () =>
    'No posts were found: Instagram has changed its layout. Update local-agent; if it is up to date, check the feed in a browser.',
  site_trouble: () => 'Instagram is having problems. Try again later.',
  page_hangs: () =>
    'The Instagram page stopped responding. Try again; if it happens again, close other programs or update the browser.',
  page_crashed: () =>
    'The page crashed in the browser. Try again; if it happens again, free some memory or update the browser.',
  offline: () => 'Instagram could not be reached. Check the internet connection, then try again.',
  browser: () =>
    'The browser did not start, or closed unexpectedly. Try again; if it happens again, run `local-agent doctor`.',
  interrupted: () => 'The agent was stopped during the warm-up. Start the warm-up again.',
  cancelled: () => 'It was cancelled.',
  error: () => "Something unexpected went wrong. Check the agent's log, then try again.",
};

function countsInWords({ postsSeen, storiesSeen, reelsSeen, likes }: WarmupCounts): string {
  const stories = storiesSeen === 1 ? '1 story' : `${storiesSeen} stories`;
  return [plural(postsSeen, 'post'), stories, plural(reelsSeen, 'reel'), plural(likes, 'like')].join(', ');
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
