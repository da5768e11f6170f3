import { Temporal } from 'temporal-polyfill';
import type { Outgoing } from '../../../../shared/publishing/delivery.ts';
import type { PostDeliveriesRow } from '../../../../shared/workspace/database.ts';
import type { HeldPost, Holds } from '../holds.ts';
import { cannotHold, notHandedOver, POST_GONE } from '../messages.ts';
import type { PublishError } from '../publisher.ts';
import type { AttemptEnd } from '../store.ts';
import { type AttemptSignals, type OpenAttempt, openAttempt } from './attempt.ts';
import { assertQuota, type CarryOutDeps, noteOf, takenBy, toBeFound, toPublishError } from './carrying.ts';
import { lookAfterDue, lookAtHeld, mayBeHeldSince } from './held.ts';
import { lookedForSince, mayHaveGoneOut, type Restore } from './restored.ts';

/** Retry delay after a failed hand-over; longer if the platform asks for it. */
const PAUSE_MINUTES = 10;
/** Delay of the first check that the platform holds the post. */
const CONFIRM_MINUTES = 10;

/**
 * Hands a delivery over to a platform that holds the post until it is due, then publishes it. If anything fails before
 * the call that does so, the delivery is released, and the agent sends it when it is due. If that call gets no
 * response, the post is looked up on the platform. Returns the same as sendDelivery.
 */
export async function handOverDelivery(
  delivery: PostDeliveriesRow,
  { restore }: { restore: Restore | null },
  deps: CarryOutDeps,
  signals: AttemptSignals,
): Promise<AttemptEnd | null> {
  const { platform } = delivery;
  const attempt = openAttempt(delivery, deps.clock, signals);
  let outgoing: Outgoing | undefined;
  try {
    const read = await deps.store.readPost(delivery.scheduled_post_id);
    if (!read || delivery.account_id === null) return attempt.end({ state: 'cancelled', words: POST_GONE });
    const until = read.dueAt;
    const due = Temporal.Instant.from(until);
    const { holds, ...session } = await deps.openSession(delivery.account_id, attempt.calls);
    outgoing = await deps.outgoingOf(delivery, read.content, until);
    const what = holds ? unheldPart(outgoing, holds) : 'posts';
    if (!holds || what !== null) return attempt.release(cannotHold(platform, what ?? 'posts'), due);
    // An earlier call may have succeeded after all; a restored workspace has no record of hand-overs since its backup.
    const isRestored = restore && mayHaveGoneOut(delivery, read.createdAt, restore);
    const before = { ...delivery, attempts: delivery.attempts.slice(0, -1), held_until: null };
    const since = isRestored ? lookedForSince(until, restore) : mayBeHeldSince(before);
    if (since !== null) {
      const known = { ...delivery, outgoing };
      const post = { ...toBeFound(known, outgoing, attempt, deps), sentAt: since };
      const there = await holds.look(post, { id: null, until });
      if (there.is === 'held' || there.is === 'published') return await adopt(known, there, until, attempt, deps);
      if (there.is === 'unclear') return attempt.release(notHandedOver(platform, there.why), pauseEnd(null, attempt));
    }
    const { post, changes } = await deps.openPost(delivery, outgoing);
    attempt.note(changes);
    await assertQuota(platform, post, session, attempt.calls);
    const prepared = await holds.prepare(
      {
        ...post,
        clock: attempt.clock,
        upload: noteOf(delivery, delivery.attempts, deps),
        taken: () => takenBy(delivery, post.dueAt, deps),
      },
      until,
    );
    attempt.calls.signal.throwIfAborted();
    outgoing = { ...outgoing, sentAt: (await deps.clock.read()).toString() };
    if (!(await deps.store.beginHandingOver(delivery.id, outgoing, until))) return attempt.release(null, null);
    attempt.begin();
    const made = await prepared.handOver();
    if ('published' in made) return attempt.end({ state: 'published', parts: made.published });
    return attempt.end(handedOver({ id: made.id, until }, attempt));
  } catch (error) {
    if (attempt.isStopped()) return attempt.isBegun() || signals.lost.aborted ? null : attempt.release(null, null);
    const trouble = toPublishError(error, attempt.isBegun(), deps.log);
    if (outgoing && attempt.isBegun() && trouble.errorClass === 'unknown') {
      const begun = { ...delivery, outgoing, held_until: outgoing.dueAt };
      return await lookAtHeld(begun, trouble.message, attempt, deps);
    }
    const words = notHandedOver(platform, trouble.message);
    const end = trouble.errorClass === 'rejected' && outgoing ? Temporal.Instant.from(outgoing.dueAt) : null;
    return attempt.release(words, end ?? pauseEnd(trouble, attempt), trouble.errorClass);
  } finally {
    attempt.over();
  }
}

/** The part of a post that the platform cannot hold, in words; null if there is none. */
function unheldPart({ parts, hasFirstComment, ...post }: Outgoing, holds: Holds): string | null {
  if (parts.length > 1) return hasFirstComment && parts.length === 2 ? 'a first comment' : 'a thread';
  return holds.refuses(post);
}

/** Records the hand-over of a post that is already on the platform, and returns the attempt's end. */
async function adopt(
  delivery: PostDeliveriesRow & { outgoing: Outgoing },
  there: HeldPost & { is: 'held' | 'published' },
  until: string,
  attempt: OpenAttempt,
  deps: CarryOutDeps,
): Promise<AttemptEnd | null> {
  const sentAt = (await deps.clock.read()).toString();
  const isBegun = await deps.store.beginHandingOver(delivery.id, { ...delivery.outgoing, sentAt }, until);
  if (!isBegun) return attempt.release(null, null);
  attempt.begin();
  if (there.is === 'published') return attempt.end({ state: 'published', parts: there.parts });
  return attempt.end(handedOver({ id: there.id, until }, attempt));
}

function handedOver(held: { id: string; until: string }, attempt: OpenAttempt) {
  const soon = attempt.circumstances().now.add({ minutes: CONFIRM_MINUTES });
  const afterDue = lookAfterDue(held.until);
  const retryAt = Temporal.Instant.compare(soon, afterDue) < 0 ? soon : afterDue;
  return { state: 'handed_over' as const, held, retryAt };
}

function pauseEnd(trouble: PublishError | null, attempt: OpenAttempt): Temporal.Instant {
  const { now, machine } = attempt.circumstances();
  const wanted = trouble?.retryAt ? trouble.retryAt.getTime() - machine.epochMilliseconds : 0;
  return now.add({ milliseconds: Math.max(PAUSE_MINUTES * 60_000, wanted) });
}
