import type { Temporal } from 'temporal-polyfill';
import type { Notification } from '../../../shared/agent/notifications.ts';
import { type Platform, platformLabel, platformOf } from '../../../shared/posts/platforms.ts';
import type { WaitsFor } from '../../../shared/publishing/delivery.ts';
import type { WaitingDelivery } from './store.ts';

export const POST_GONE = 'The post was deleted before it was sent.';
export const ACCOUNT_REMOVED =
  'The account was removed while the post was being sent, so it may or may not be live. Check the account.';
export const UNEXPECTED = 'Something unexpected went wrong inside the agent. The agent’s log has the details.';
export const PART_GONE =
  'A part of it that was published is no longer there, so the rest was not sent. Mark it as published, or schedule a new post.';
export const NO_COVER = 'The cover could not be read, so the platform chooses a frame of the video.';
export const NO_LANGUAGE = 'Sent without subtitles: their language is not clear.';
export const INTERRUPTED = 'The agent stopped each time it prepared this post. Its log may say why.';

/** Why a post was not handed over to a platform that can hold posts. `what`: see Holds.refuses. */
export const cannotHold = (platform: Platform, what: string) =>
  `${platformLabel(platform)} cannot hold ${what}: this agent sends it when it is due.`;
/** Why a post could not be handed over yet. This is retried; once the post is due, the agent sends it. */
export const notHandedOver = (platform: Platform, words: string) =>
  `It could not be handed over to ${platformLabel(platform)} yet: ${inWholeSentence(words)}`;
/** `isDue`: it should have been published there. */
export const noLongerHeld = (platform: Platform, isDue: boolean) =>
  isDue
    ? `${platformLabel(platform)} was supposed to publish it, but it is not there: it may have been deleted there. Check the account, then send it, or mark it as published.`
    : `${platformLabel(platform)} no longer holds it: it may have been deleted there. Take it back to have this agent send it when it is due, or cancel it.`;
/** Why a post that a platform holds could not be checked. */
export const notLookedFor = (platform: Platform, words: string) =>
  `${platformLabel(platform)} holds it, but its state there could not be checked: ${inWholeSentence(words)}`;
export const LOGIN_GONE = 'The account was removed here.';
/** A post that was handed over is due, but its state can no longer be queried. */
export const neverAnswered = (platform: Platform, words: string) => {
  const place = platformOf(platform).holds?.place;
  const where = place ? `in ${place.name}` : 'at the account';
  return `${platformLabel(platform)} was supposed to publish it on time, but whether it did could not be checked: ${inWholeSentence(words)} Look ${where}, then mark it as published or send it again.`;
};
export const HELD_BY_ANOTHER =
  'It is being handed over or checked right now, perhaps by another agent. Try again in a minute.';
export const notTakenBack = (platform: Platform, words: string) =>
  `It could not be taken back from ${platformLabel(platform)}, so nothing was changed: ${inWholeSentence(words)} Try again.`;
export const TAKEN_BACK = 'It was taken back: this agent sends it when it is due.';
export const outAlready = (platform: Platform) => `${platformLabel(platform)} has already published it.`;

const TITLES: { [why in WaitsFor]: (name: string) => string } = {
  by_hand: (name) => `Your turn: post on ${name}`,
  late: (name) => `A post for ${name} missed its time`,
  reconnect: (name) => `Connect ${name} again`,
};
const BODIES: { [why in WaitsFor]: string } = {
  by_hand: 'A post is due. Open it, post it, and mark it as published.',
  late: 'It could not be published on time. Publish it now, move it, or cancel it.',
  reconnect: 'The platform no longer accepts the login. The post is on hold until you connect the account again.',
};
const PATHS: { [why in WaitsFor]: string } = { by_hand: '/your-turn', late: '/', reconnect: '/' };
const PATH = '/';
const TURNS = 'Open them to go through them one by one.';
/** More than this at once are reported as a number. */
const TOLD_AT_ONCE = 3;

/** Notifications of deliveries that now wait for the user: one for all manual posts, and one each for the rest. */
export function waitingInWords(waiting: readonly WaitingDelivery[]): Notification[] {
  const rest = waiting.filter(({ waitsFor }) => waitsFor !== 'by_hand');
  return [...turnsInWords(waiting.filter(({ waitsFor }) => waitsFor === 'by_hand')), ...restInWords(rest)];
}

/** Each post counts once, however many destinations it has. */
function turnsInWords(turns: readonly WaitingDelivery[]): Notification[] {
  const [first] = turns;
  if (!first) return [];
  const posts = new Set(turns.map(({ postId }) => postId));
  if (posts.size > 1) return [{ title: `Your turn: ${posts.size} posts are due`, body: TURNS, path: PATHS.by_hand }];
  const places = turns.slice(0, TOLD_AT_ONCE).map(placeOf);
  const more = turns.length > TOLD_AT_ONCE ? [`${turns.length - TOLD_AT_ONCE} more`] : [];
  const title = TITLES.by_hand(new Intl.ListFormat('en').format([...places, ...more]));
  return [{ title, body: BODIES.by_hand, path: `${PATHS.by_hand}?post=${first.postId}` }];
}

function restInWords(waiting: readonly WaitingDelivery[]): Notification[] {
  if (waiting.length > TOLD_AT_ONCE)
    return [
      {
        title: `${waiting.length} posts need your attention`,
        body: 'Open Local Agent to see what to do.',
        path: PATH,
      },
    ];
  return waiting.map((one) => ({
    title: TITLES[one.waitsFor](placeOf(one)),
    body: BODIES[one.waitsFor],
    path: PATHS[one.waitsFor],
  }));
}

function placeOf({ platform, label }: WaitingDelivery): string {
  return label ? `${platformLabel(platform)} (${label})` : platformLabel(platform);
}

/** The notification of a post that failed, or may have. */
export function troubleInWords(
  platform: string,
  state: 'failed' | 'needs_review' | 'handed_over',
  words: string | null,
): Notification {
  const name = platformLabel(platform);
  const title = state === 'failed' ? `A post for ${name} was not published` : `Your turn with a post for ${name}`;
  return { title, body: words ?? 'Open Local Agent to see why.', path: PATH };
}

export const noPeopleSearch = (platform: string) =>
  `${platform} does not let apps search for people. Write the name after @ exactly as it is there.`;
export const peopleRest = 'It is limiting searches for now. Write the name after @ yourself.';

/** Notes on a post published without its first comment. `words` are the platform's, or ours. */
export const withoutComment = {
  refused: (platform: Platform, words: string) =>
    `The post is published, but ${platformLabel(platform)} did not accept its first comment: ${inWholeSentence(words)} Post the comment yourself.`,
  failed: (words: string) =>
    `The post is published, but its first comment could not be posted: ${inWholeSentence(words)} Post the comment yourself.`,
  unclear: (words: string) =>
    `The post is published, and its first comment may be missing: ${inWholeSentence(words)} Open the post and add the comment if it is not there.`,
  gone: (platform: Platform) =>
    `The post was published and has since been deleted on ${platformLabel(platform)}, so its first comment was not posted.`,
} as const;

function inWholeSentence(words: string): string {
  const text = words.trim() || UNEXPECTED;
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

export const NEEDS_SECRET_KEY =
  'Publishing here needs the secret key of your Supabase project: sign in with `local-agent link`, or start the agent with --supabase-secret-key.';
export const NO_POST = 'There is no such post. `local-agent posts list` shows the posts.';
export const NO_DELIVERY = 'There is no such delivery: its post may have been deleted.';
export const NO_CHANNEL =
  'The account is not connected for posting. Connect the account, or post this by hand and mark it as published.';

const STATES: Record<string, string> = {
  scheduled: 'It is still scheduled.',
  pending: 'It is waiting to be sent.',
  preparing: 'It is being sent.',
  publishing: 'It is being sent.',
  handed_over: 'It was handed over to the platform. Take it back first.',
  published: 'It is already published.',
  cancelled: 'It was cancelled.',
  failed: 'It failed. Retry it, or mark it as published.',
  needs_review: 'It is your turn: retry it, or mark it as published.',
  waiting: 'It is waiting for you.',
  not_marked: 'You have not marked it as published.',
  too_late: 'A mark can only be taken back within an hour, while the account exists.',
};

/** Why an action is not possible in this state. */
export const stands = (state: string) => `That cannot be done now. ${STATES[state] ?? `The post is ${state}.`}`;

export const FOREIGN_FILE = 'Its picture is on another server. Upload it to the Media Library and use it from there.';
export const TOO_LONG = 'The text is too long, even for a thread of 25 posts. Shorten it.';
export const COMMENT_TOO_LONG = 'The first comment is too long. Shorten it.';

export const noCard = (reason: string) => `The link has no card: ${inWholeSentence(reason)}`;
export const noCardPicture = (reason: string) => `The link card has no picture: ${inWholeSentence(reason)}`;

export const NOTHING_TO_MEND = 'There is nothing to fix: the post may have changed in the meantime.';
export const CHANGED_MEANWHILE = 'The post has changed in the meantime. Check it, then try again.';

/** Why a restored workspace's planned post was not sent: it may have been published after the backup. */
export const maybeSentSince = {
  found: (backup: Temporal.Instant) =>
    `It was already published: this workspace was restored from a backup of ${minuteOf(backup)}, and the post was found on the platform.`,
  none: (backup: Temporal.Instant) =>
    `${restoredFrom(backup)} It was not found there with this text. Check the account, then retry it, or mark it as published.`,
  some: (backup: Temporal.Instant) =>
    `${restoredFrom(backup)} Part of it is there. Check the account, then retry it, or mark it as published.`,
  gone: (backup: Temporal.Instant) => `${restoredFrom(backup)} ${PART_GONE}`,
  unclear: (backup: Temporal.Instant, why: string) =>
    `${restoredFrom(backup)} ${why} Check the account, then retry it, or mark it as published.`,
} as const;

function restoredFrom(backup: Temporal.Instant): string {
  return `This workspace was restored from a backup of ${minuteOf(backup)}, and the post may have been published since.`;
}

/** In UTC, since the words are stored. */
function minuteOf(instant: Temporal.Instant): string {
  return `${instant.toString({ smallestUnit: 'minute' }).slice(0, 16).replace('T', ' ')} UTC`;
}
