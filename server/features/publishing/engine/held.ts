import { Temporal } from 'temporal-polyfill';
import type { PostDeliveriesRow } from '../../../../shared/workspace/database.ts';
import type { Held } from '../held-deliveries.ts';
import type { HeldPost, Holds } from '../holds.ts';
import {
  ACCOUNT_REMOVED,
  LOGIN_GONE,
  neverAnswered,
  noLongerHeld,
  notLookedFor,
  notTakenBack,
  outAlready,
  TAKEN_BACK,
} from '../messages.ts';
import { PublishError } from '../publisher.ts';
import type { AttemptEnd } from '../store.ts';
import { type AttemptSignals, type OpenAttempt, openAttempt } from './attempt.ts';
import { type CarryOutDeps, toBeFound, toPublishError } from './carrying.ts';
import { afterFailedLook, afterReadingBack, type NextStep, notesOf } from './next-step.ts';

/** Delay from a post's due time to the first check whether it is published, and between such checks. */
const LOOK_MINUTES = 2;
/** How long after its due time a platform may still hold a post before it is taken back and sent by the agent. */
const STILL_HELD_MINUTES = 30;
/** Retry delay after a check that failed. */
const PAUSE_MINUTES = 15;
/** How long after a post's due time failed checks are retried before the user has to decide. */
const ASK_AGAIN_HOURS = 24;
/** After this many checks that do not find a post that is due, the user has to decide. */
const LOOKS_MAX = 3;
/** A post is rescheduled on a platform only if the new time is at least this far ahead. */
const MOVE_AHEAD_MINUTES = 15;
/** Times that differ by less count as the same, since platforms round them. */
const SAME_TIME_MS = 60_000;

/** When to check a post that a platform holds until `until`. */
export function lookAfterDue(until: string): Temporal.Instant {
  return Temporal.Instant.from(until).add({ minutes: LOOK_MINUTES });
}

/** Finds out the state of a delivery that was, or may have been, handed over. Returns the same as sendDelivery. */
export async function lookAtHeld(
  delivery: PostDeliveriesRow,
  words: string,
  attempt: OpenAttempt,
  deps: CarryOutDeps,
): Promise<AttemptEnd | null> {
  const { held_id, held_until, account_id, outgoing } = delivery;
  try {
    if (account_id === null && held_id !== null) throw new PublishError('auth', LOGIN_GONE);
    if (account_id === null || !outgoing || held_until === null)
      return attempt.end(afterReadingBack({ found: 'unclear', why: ACCOUNT_REMOVED }, words, attempt.circumstances()));
    const { holds } = await deps.openSession(account_id, attempt.calls);
    if (!holds) throw new PublishError('transient', 'It no longer holds posts for this account.');
    const held = { id: held_id, until: held_until };
    const there = await holds.look(toBeFound(delivery, outgoing, attempt, deps), held);
    return await afterLook(delivery, there, holds, attempt, deps);
  } catch (error) {
    if (attempt.isStopped()) return null;
    const trouble = toPublishError(error, false, deps.log);
    if (held_id === null || held_until === null) return attempt.end(afterFailedLook(trouble, attempt.circumstances()));
    const { now } = attempt.circumstances();
    const { errorClass } = trouble;
    const overdue = now.since(Temporal.Instant.from(held_until)).total('hours');
    // Retrying with an invalid login is useless. Once it works again, open_held_deliveries has the post checked.
    if (overdue >= (errorClass === 'auth' ? 0 : ASK_AGAIN_HOURS))
      return attempt.end({
        state: 'needs_review',
        errorClass,
        words: neverAnswered(delivery.platform, trouble.message),
      });
    const retryAt = now.add({ minutes: PAUSE_MINUTES });
    const why = notLookedFor(delivery.platform, trouble.message);
    return attempt.end({ ...stillHeld({ id: held_id, until: held_until }, retryAt), errorClass, words: why });
  }
}

async function afterLook(
  delivery: PostDeliveriesRow,
  there: HeldPost,
  holds: Holds,
  attempt: OpenAttempt,
  deps: CarryOutDeps,
): Promise<AttemptEnd> {
  const { platform, held_id } = delivery;
  const { now, attempts } = attempt.circumstances();
  const until = delivery.held_until ?? '';
  const isDue = Temporal.Instant.compare(now, Temporal.Instant.from(until)) >= 0;
  switch (there.is) {
    case 'published':
      return attempt.end({ state: 'published', parts: there.parts, words: notesOf(there.parts) });
    case 'held':
      return await afterHeld(delivery, there, holds, attempt, deps);
    case 'absent': {
      // Taken back by an agent that could not record that, or never created.
      if (wasBeingTakenBack(delivery) || (held_id === null && !isDue))
        return attempt.release(null, now.add({ minutes: PAUSE_MINUTES }));
      const words = noLongerHeld(platform, isDue);
      if (!isDue) return attempt.end({ ...stillHeld({ id: held_id ?? '', until }, lookAfterDue(until)), words });
      const looks = attempts.filter(({ kind, endedAt }) => kind === 'read_back' && endedAt && endedAt > until).length;
      if (looks + 1 >= LOOKS_MAX) return attempt.end({ state: 'needs_review', errorClass: 'unknown', words });
      return attempt.end({
        state: 'publishing',
        errorClass: 'unknown',
        words,
        retryAt: now.add({ minutes: LOOK_MINUTES }),
      });
    }
    default:
      throw new PublishError('transient', there.why);
  }
}

/** For a post that the platform holds: reschedules it there as it is here, or takes it back if no longer wanted. */
async function afterHeld(
  delivery: PostDeliveriesRow,
  there: HeldPost & { is: 'held' },
  holds: Holds,
  attempt: OpenAttempt,
  deps: CarryOutDeps,
): Promise<AttemptEnd> {
  const { now } = attempt.circumstances();
  const read = await deps.store.readPost(delivery.scheduled_post_id);
  const isPlanned = read?.status === 'scheduled';
  const until = isPlanned ? read.dueAt : (delivery.held_until ?? '');
  const due = Temporal.Instant.from(until);
  const overdue = now.since(due).total('minutes');
  const isSame = there.until !== null && Math.abs(Date.parse(there.until) - due.epochMilliseconds) < SAME_TIME_MS;
  const isUnwanted = !read || read.status === 'cancelled' || overdue > STILL_HELD_MINUTES;
  if (isUnwanted || (!isSame && overdue > -MOVE_AHEAD_MINUTES && isPlanned)) {
    const taken = await holds.withdraw(there.id);
    if (taken === 'absent') throw new PublishError('transient', 'It has just changed there.');
    return attempt.release(null, null);
  }
  if (!isSame && isPlanned) await holds.move(there.id, until);
  const next = overdue < 0 ? lookAfterDue(until) : now.add({ minutes: LOOK_MINUTES });
  return attempt.end(stillHeld({ id: there.id, until }, next));
}

/**
 * Takes a delivery back from the platform that holds it or, if `to` is far enough ahead, reschedules it there. If that
 * fails, `problem` says why. The caller must have claimed the delivery.
 */
export async function takeBackDelivery(
  delivery: PostDeliveriesRow,
  to: string | null,
  deps: CarryOutDeps,
  signals: AttemptSignals,
): Promise<{ end: AttemptEnd | null; problem: string | null }> {
  const { platform, held_id, held_until, account_id, outgoing } = delivery;
  const attempt = openAttempt(delivery, deps.clock, signals);
  try {
    if (account_id === null || !outgoing || held_until === null) throw new PublishError('auth', ACCOUNT_REMOVED);
    const { holds } = await deps.openSession(account_id, attempt.calls);
    if (!holds) throw new PublishError('transient', 'It no longer holds posts for this account.');
    const post = toBeFound(delivery, outgoing, attempt, deps);
    let id = held_id;
    if (id === null) {
      const there = await holds.look(post, { id, until: held_until });
      if (there.is === 'unclear') throw new PublishError('transient', there.why);
      if (there.is === 'published') return out(there.parts);
      if (there.is === 'absent') return { end: takenBack(), problem: null };
      id = there.id;
    }
    const soonest = attempt.circumstances().now.add({ minutes: MOVE_AHEAD_MINUTES });
    if (to !== null && Temporal.Instant.compare(Temporal.Instant.from(to), soonest) > 0) {
      await holds.move(id, to);
      // Checked soon, because the post itself is rescheduled only after this.
      const next = attempt.circumstances().now.add({ minutes: LOOK_MINUTES });
      return { end: attempt.end(stillHeld({ id, until: to }, next)), problem: null };
    }
    if ((await holds.withdraw(id)) === 'absent') {
      const there = await holds.look(post, { id, until: held_until });
      if (there.is === 'published') return out(there.parts);
      if (there.is !== 'absent') throw new PublishError('transient', 'It has just changed there.');
    }
    return { end: takenBack(), problem: null };
  } catch (error) {
    if (attempt.isStopped()) return { end: null, problem: notTakenBack(platform, 'The agent is stopping.') };
    const { message, errorClass } = toPublishError(error, false, deps.log);
    const problem = notTakenBack(platform, message);
    // Without a response, it may have been taken back: it is checked at once.
    const next: NextStep =
      held_id === null || errorClass === 'unknown' || errorClass === 'transient'
        ? { state: 'publishing', errorClass: 'unknown', words: message, retryAt: attempt.circumstances().now }
        : { ...stillHeld({ id: held_id, until: held_until ?? '' }, lookAfterDue(held_until ?? '')), errorClass };
    return { end: attempt.end(next), problem };
  } finally {
    attempt.over();
  }

  /** Not handed over again automatically, until the post is edited. */
  function takenBack() {
    return attempt.release(TAKEN_BACK, Temporal.Instant.from(held_until ?? attempt.circumstances().now));
  }

  function out(parts: Extract<HeldPost, { is: 'published' }>['parts']) {
    return { end: attempt.end({ state: 'published', parts }), problem: outAlready(platform) };
  }
}

/** Whether the last attempt other than a check was to take it back, with an unknown result. */
function wasBeingTakenBack({ attempts }: PostDeliveriesRow): boolean {
  const last = attempts.findLast(({ kind }) => kind !== 'read_back');
  return last?.kind === 'take_back' && (last.endedAt === undefined || last.state === 'publishing');
}

function stillHeld(held: Held, retryAt: Temporal.Instant): NextStep {
  return { state: 'handed_over', held, retryAt };
}

/**
 * Takes back a post that a platform may hold, before the agent sends it. Returns the next step if the platform has
 * already published it, otherwise null. PublishError `transient` if its state there is unclear now.
 */
export async function clearHeld(
  holds: Holds,
  post: Parameters<Holds['look']>[0],
  held: { id: string | null; until: string },
): Promise<NextStep | null> {
  const there = await holds.look(post, held);
  if (there.is === 'published') return { state: 'published', parts: there.parts, words: notesOf(there.parts) };
  if (there.is === 'unclear') throw new PublishError('transient', there.why);
  if (there.is === 'held' && (await holds.withdraw(there.id)) === 'absent')
    throw new PublishError('transient', 'It has just changed there.');
  return null;
}

/**
 * Since when a platform may hold a delivery, ISO 8601: the start of the first hand-over that may have succeeded, else
 * `held_until`. Null if it certainly does not hold it, because it was taken back or never handed over.
 */
export function mayBeHeldSince({ attempts, held_until }: PostDeliveriesRow): string | null {
  const takenBack = attempts.findLastIndex(({ kind, state }) => kind === 'take_back' && state === 'cancelled');
  // A hand-over cancelled without words was not found right after its call, but may still have arrived.
  const isOpen = ({ kind, endedAt, state, words }: PostDeliveriesRow['attempts'][number]) =>
    kind === 'hand_over' && (endedAt === undefined || state !== 'cancelled' || !words);
  const first = attempts.slice(takenBack + 1).find(isOpen);
  return first?.startedAt ?? held_until;
}
