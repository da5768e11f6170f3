import type { WarmupActivity, WarmupCounts, WarmupProgress, WarmupReason } from '../../shared/warmup.ts';
import { localTime } from './local-time.ts';

/** What the terminal says of warm-ups. */

const ACTIVITY_IN_WORDS: { [activity in WarmupActivity]: string } = {
  waiting: 'Waiting for another warm-up to end',
  opening: 'Opening Instagram',
  feed: 'Looking at the feed',
  stories: 'Watching stories',
  reels: 'Watching Reels',
  explore: 'Looking around in Explore',
  closing: 'Finishing',
};

export const STARTING = 'Starting the warm-up…';
export const RUNS_ELSEWHERE = 'The warm-up runs in another agent, which alone knows how far it is.';
export const CANCELLED = 'The warm-up was cancelled.';

export const progressInWords = ({ activity, counts, minutesLeft }: WarmupProgress) =>
  activity === 'waiting'
    ? ACTIVITY_IN_WORDS.waiting
    : `${ACTIVITY_IN_WORDS[activity]} · ${plural(counts.postsSeen, 'post')} seen · ${minutesLeft} min left`;

export const warmedUp = (label: string, counts: WarmupCounts) =>
  `Warmed up ${label} in ${Math.ceil(counts.seconds / 60)} min: ${countsInWords(counts)}.`;

export const onCooldown = (label: string, until: Date) =>
  `${label} was warmed up less than 24 hours ago. The next warm-up can start at ${localTime(until.toISOString())}.`;

/** Why a warm-up failed and what to do, in two sentences. */
export function failureInWords(reason: WarmupReason | null, label: string): string {
  return `The warm-up of ${label} failed. ${FAILURES[reason ?? 'error'](JSON.stringify(label))}`;
}

const logIn = (label: string) => `\`local-agent accounts login ${label}\``;
const afterLogIn = (label: string) => `Then log in again with ${logIn(label)}: automatic warm-ups wait for that.`;

/** By reason; those that isStopSignal knows hold automatic warm-ups until the next log-in. */
const FAILURES: { [reason in WarmupReason]: (label: string) => string } = {
  login: (label) => `Instagram asks to log in again. Do so with ${logIn(label)}; automatic warm-ups wait for that.`,
  challenge: (label) =>
    `Instagram wants to be sure that it is you. Open Instagram yourself and answer it. ${afterLogIn(label)}`,
  checkpoint: (label) =>
    `Instagram has stopped this account at a check. Open Instagram yourself and pass it. ${afterLogIn(label)}`,
  two_factor: (label) => `Instagram asks for a security code. Log in with ${logIn(label)} and enter it there.`,
  suspended: (label) =>
    `Instagram has suspended this account. Open Instagram yourself: it says how to appeal. ${afterLogIn(label)}`,
  disabled: (label) =>
    `Instagram has disabled this account. Open Instagram yourself: it says how to appeal. ${afterLogIn(label)}`,
  feedback_required: (label) =>
    `Instagram has restricted what this account may do. Leave it alone for a day or two. ${afterLogIn(label)}`,
  rate_limited: (label) =>
    `Instagram says that there were too many requests. Leave the account alone for some hours. ${afterLogIn(label)}`,
  try_again_later: (label) =>
    `Instagram says "Try again later". Leave the account alone for a day. ${afterLogIn(label)}`,
  action_blocked: (label) =>
    `Instagram has blocked an action of this account. Leave it alone for a day or two. ${afterLogIn(label)}`,
  unknown_notice: (label) =>
    `Instagram shows something that we do not know; the run's screenshot has it. Open Instagram yourself and answer what it asks. ${afterLogIn(label)}`,
  no_session: (label) => `This account is not logged in on this machine. Log in with ${logIn(label)}.`,
  empty_feed: () =>
    'The feed is empty: this account follows nobody. Follow some accounts on Instagram, then start the warm-up again.',
  layout_changed: () =>
    'No posts were found: Instagram has changed its pages. Update local-agent; if it is up to date, look at the feed in a browser.',
  site_trouble: () => 'Instagram has trouble on its own side. Try later.',
  page_hangs: () =>
    "Instagram's page does not respond any more. Try again; if it happens again, close other programs or update the browser.",
  page_crashed: () =>
    'The page crashed in the browser. Try again; if it happens again, free some memory or update the browser.',
  offline: () => 'Instagram could not be reached. Check the internet connection, then try again.',
  browser: () =>
    'The browser did not start, or ended in the middle. Try again; if it happens again, `local-agent doctor` tells more.',
  interrupted: () => 'The agent ended in the middle of it. Start the warm-up again.',
  cancelled: () => 'It was cancelled.',
  error: () => "Something unexpected went wrong. The agent's log says what; then try again.",
};

function countsInWords({ postsSeen, storiesSeen, reelsSeen, likes }: WarmupCounts): string {
  const stories = storiesSeen === 1 ? '1 story' : `${storiesSeen} stories`;
  return [plural(postsSeen, 'post'), stories, plural(reelsSeen, 'reel'), plural(likes, 'like')].join(', ');
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
