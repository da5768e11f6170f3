import { Temporal } from 'temporal-polyfill';
import type { Platform } from '../../../../shared/posts/platforms.ts';
import type { DeliveryAttempt } from '../../../../shared/publishing/delivery.ts';
import { PART_GONE, withoutComment } from '../messages.ts';
import { ByHandNeeded, type Found, type PublishError, type PublishedPart } from '../publisher.ts';
import type { AttemptEnd } from '../store.ts';

/** The result of an attempt; the caller adds its log. */
export type NextStep = Omit<AttemptEnd, 'log'>;

/** Retry delays in minutes. A delivery is given up after about five hours. */
const PAUSES = [1, 2, 5, 10, 30, 60, 90, 120];
/** Delays between checks for a post with an unknown result, in minutes. After the last one, the user decides. */
const LOOKS = [1, 2, 5, 15];
/**
 * The longest retry delay for which a published post waits for its first comment, in hours. If it would be longer, the
 * comment is given up.
 */
const COMMENT_PAUSE_MAX_HOURS = 6;
/** The retry delay if a platform asks for one without a time. */
const PAUSE_MINUTES = 15;
/** The longest delay accepted from a platform, in hours. */
const PAUSE_MAX_HOURS = 24;

export type Circumstances = {
  now: Temporal.Instant;
  /** This machine's clock, which platforms' retry times refer to (PublishError). */
  machine: Temporal.Instant;
  /** The number of attempts, including this one. */
  attempt: number;
  attempts: readonly DeliveryAttempt[];
};

/** The next step after an error that certainly created no post: the call was not sent, or the platform refused it. */
export function afterError(error: PublishError, circumstances: Circumstances): NextStep {
  const { errorClass, message: words } = error;
  const { now } = circumstances;
  if (error instanceof ByHandNeeded) return { state: 'waiting', waitsFor: 'by_hand', words };
  switch (errorClass) {
    case 'auth':
      return { state: 'waiting', waitsFor: 'reconnect', errorClass, words };
    case 'rejected':
      return { state: 'failed', errorClass, words };
    case 'rate_limit':
      return { state: 'pending', errorClass, words, retryAt: pauseEnd(error.retryAt, circumstances) };
    default: {
      const minutes = PAUSES[triesOf(circumstances) - 1];
      if (minutes === undefined) return { state: 'failed', errorClass, words };
      return { state: 'pending', errorClass, words, retryAt: now.add({ minutes }) };
    }
  }
}

/** The next step after checking whether the post exists; `words` is the reason for the check. */
export function afterReadingBack(found: Found, words: string, circumstances: Circumstances): NextStep {
  const { now, attempts } = circumstances;
  switch (found.found) {
    case 'all':
      return { state: 'published', parts: found.parts, words: notesOf(found.parts) };
    case 'some':
    case 'none': {
      const minutes = PAUSES[triesOf(circumstances) - 1];
      const parts = found.found === 'some' ? { parts: found.parts } : {};
      // Certainly absent, or partly published: it is sent again with the same key.
      if (minutes !== undefined)
        return { state: 'pending', errorClass: 'unknown', words, retryAt: now.add({ minutes }), ...parts };
      return { state: found.found === 'some' ? 'needs_review' : 'failed', errorClass: 'unknown', words, ...parts };
    }
    case 'gone':
      return { state: 'needs_review', errorClass: 'unknown', words: PART_GONE };
    default: {
      const minutes = LOOKS[looksInARow(attempts)];
      if (minutes !== undefined)
        return { state: 'publishing', errorClass: 'unknown', words: found.why, retryAt: now.add({ minutes }) };
      return { state: 'needs_review', errorClass: 'unknown', words: found.why };
    }
  }
}

/** The stored parts, plus those found after them: known parts are never replaced by fewer. */
export function grown(stored: readonly PublishedPart[], found: readonly PublishedPart[]): readonly PublishedPart[] {
  return [...stored, ...found.slice(stored.length)];
}

/**
 * Changes the step of a post that is published except for its first comment: it waits a while for the comment, and then
 * counts as published, with a note. `trouble` is the step before it was marked as unconfirmed.
 */
export function publishedWithoutComment(
  step: NextStep,
  trouble: Pick<NextStep, 'state' | 'errorClass' | 'words'>,
  { platform, parts, ...circumstances }: Circumstances & { platform: Platform; parts: readonly PublishedPart[] },
): NextStep {
  if (step.state === 'published' || step.state === 'cancelled') return step;
  const isUnderWay = step.state === 'pending' || step.state === 'publishing';
  if (isUnderWay && !isCommentOverdue(step, circumstances)) return step;
  const { words: said } = trouble;
  const note = commentNote(platform, { ...trouble, words: said ?? '' });
  return { state: 'published', words: [notesOf(parts), note].filter(Boolean).join(' ') };
}

function commentNote(
  platform: Platform,
  { state, errorClass, words }: { state: NextStep['state']; errorClass?: NextStep['errorClass']; words: string },
): string {
  if (words === PART_GONE) return withoutComment.gone(platform);
  if (errorClass === 'rejected' || errorClass === 'auth') return withoutComment.refused(platform, words);
  const isUnclear = errorClass === 'unknown' && state !== 'failed' && state !== 'pending';
  return isUnclear ? withoutComment.unclear(words) : withoutComment.failed(words);
}

function isCommentOverdue({ retryAt }: NextStep, { now, attempt, attempts }: Circumstances): boolean {
  // An attempt that ended with the agent has no retry time.
  if (!retryAt) return false;
  const latest = now.add({ hours: COMMENT_PAUSE_MAX_HOURS });
  if (Temporal.Instant.compare(retryAt, latest) > 0) return true;
  // Rate limits count here as well: a published post does not wait for them for days.
  return attempt > PAUSES.length || looksInARow(attempts) >= PAUSES.length;
}

/** The notes for the user about a published post, or null. */
export function notesOf(parts: readonly PublishedPart[]): string | null {
  return parts.flatMap(({ note }) => note ?? []).join(' ') || null;
}

/** The next step after an error while looking up the post, whose state remains unknown. */
export function afterFailedLook(error: PublishError, circumstances: Circumstances): NextStep {
  const { errorClass, message: words } = error;
  const { now, attempts } = circumstances;
  const again = { state: 'publishing', errorClass: 'unknown', words } as const;
  switch (errorClass) {
    case 'auth':
      // Reconnecting restarts it, and then it is looked up first.
      return { state: 'waiting', waitsFor: 'reconnect', errorClass: 'unknown', words };
    case 'rate_limit':
      return { ...again, retryAt: pauseEnd(error.retryAt, circumstances) };
    case 'transient': {
      const minutes = PAUSES[looksInARow(attempts)];
      if (minutes !== undefined) return { ...again, retryAt: now.add({ minutes }) };
      return { state: 'needs_review', errorClass: 'unknown', words };
    }
    default:
      return afterReadingBack({ found: 'unclear', why: words }, words, circumstances);
  }
}

/** The same step for a post that may exist: it must not count as failed, and remains unconfirmed. */
export function asUnconfirmed(step: NextStep): NextStep {
  if (step.state === 'published' || step.state === 'cancelled' || step.state === 'handed_over') return step;
  // A platform held it: it is looked up once the login works again, and before anything is sent (clearHeld).
  if (step.state === 'needs_review' && step.errorClass === 'auth') return step;
  return { ...step, state: step.state === 'failed' ? 'needs_review' : step.state, errorClass: 'unknown' };
}

/** Whether the result of an attempt is still unknown. A retry by the user settles it. */
export function isUnconfirmed(attempts: readonly DeliveryAttempt[]): boolean {
  const last = attempts.findLast(({ endedAt }) => endedAt !== undefined);
  return last?.errorClass === 'unknown' && last.state !== 'needs_review' && last.state !== 'failed';
}

/** Whether a delivery has crashed or blocked the agent too often. */
export function isWornOut(circumstances: Pick<Circumstances, 'attempt' | 'attempts'>): boolean {
  return triesOf(circumstances) > PAUSES.length + 1;
}

/**
 * The number of failures since it was last started, including this one. Rate limits and stops of the agent are not
 * failures; an attempt without an end is one.
 */
function triesOf({ attempt, attempts }: Pick<Circumstances, 'attempt' | 'attempts'>): number {
  const tries = attempts.filter(({ kind }) => kind === 'publish').slice(-Math.max(1, attempt));
  const failed = tries
    .slice(0, -1)
    .filter(({ endedAt, errorClass }) => !endedAt || (errorClass && errorClass !== 'rate_limit'));
  return failed.length + 1;
}

/** The number of completed checks since the post was last sent, without this one. */
function looksInARow(attempts: readonly DeliveryAttempt[]): number {
  const last = attempts.findLastIndex(({ kind }) => kind === 'publish');
  return Math.max(0, attempts.slice(last + 1).filter(({ endedAt }) => endedAt !== undefined).length);
}

function pauseEnd(retryAt: Date | null, { now, machine }: Circumstances): Temporal.Instant {
  if (!retryAt) return now.add({ minutes: PAUSE_MINUTES });
  const wanted = now.add({ milliseconds: retryAt.getTime() - machine.epochMilliseconds });
  const longest = now.add({ hours: PAUSE_MAX_HOURS });
  const soonest = now.add({ seconds: 1 });
  if (Temporal.Instant.compare(wanted, longest) > 0) return longest;
  return Temporal.Instant.compare(wanted, soonest) < 0 ? soonest : wanted;
}
