import { Temporal } from 'temporal-polyfill';
import type { PostDeliveriesRow } from '../../../../shared/workspace/database.ts';
import { noteLeftovers } from '../leftovers.ts';
import { ACCOUNT_REMOVED, INTERRUPTED, POST_GONE } from '../messages.ts';
import { type Found, ManualStepRequired, type PublishedPart } from '../publisher.ts';
import type { AttemptEnd } from '../store.ts';
import { type AttemptSignals, type OpenAttempt, openAttempt } from './attempt.ts';
import { assertQuota, type CarryOutDeps, noteOf, takenBy, toBeFound, toPublishError } from './carrying.ts';
import { clearHeld, lookAtHeld, mayBeHeldSince } from './held.ts';
import { type Grace, isLate } from './late-posts.ts';
import { afterError, afterFailedLook, afterReadingBack, isWornOut, notesOf } from './next-step.ts';
import { afterLookingFor, lookedForSince, mayHaveGoneOut, type Restore } from './restored.ts';

/**
 * Sends a delivery that was claimed as due. In a restored workspace, the post is first looked up (restored.ts). A late
 * delivery with nothing published waits for the user: retries may have spanned hours of sleep. Whether it is late is
 * decided by the database's clock, at the claim and again just before the call that creates the post. Returns how the
 * attempt ended, or null if it must not be ended here: the lease was lost, or the agent stops during that call.
 */
export async function sendDelivery(
  delivery: PostDeliveriesRow,
  { grace, restore }: { grace: Grace; restore: Restore | null },
  deps: CarryOutDeps,
  signals: AttemptSignals,
): Promise<AttemptEnd | null> {
  let { outgoing } = delivery;
  const attempt = openAttempt(delivery, deps.clock, signals);
  try {
    const whole = attempt.wholeEnd();
    if (whole) return whole;
    const read = await deps.store.readPost(delivery.scheduled_post_id);
    if (!read || delivery.account_id === null) return attempt.end({ state: 'cancelled', words: POST_GONE });
    if (isWornOut(delivery)) return attempt.end({ state: 'failed', errorClass: 'transient', words: INTERRUPTED });
    const session = await deps.openSession(delivery.account_id, attempt.calls);
    // Looked up before opening the media, which may be deleted although the post exists.
    if (outgoing) {
      // Without this attempt, which has uploaded nothing yet.
      const found = await session.find(toBeFound(delivery, outgoing, attempt, deps, delivery.attempts.slice(0, -1)));
      if (found.found === 'all' || found.found === 'gone')
        return attempt.end(afterReadingBack(found, '', attempt.circumstances()));
      if (found.found !== 'unclear') attempt.isSettled(found.found === 'some' ? found.parts : []);
      else if (attempt.isInDoubt())
        return attempt.end(afterReadingBack(found, delivery.error_text ?? '', attempt.circumstances()));
    }
    if (restore && mayHaveGoneOut(delivery, read.createdAt, restore)) {
      outgoing ??= await deps.outgoingOf(delivery, read.content, read.dueAt);
      attempt.sends(outgoing);
      const since = lookedForSince(outgoing.dueAt, restore);
      const found = await session.find({
        ...toBeFound(delivery, { ...outgoing, dueAt: since }, attempt, deps),
        isKeyLost: true,
      });
      const step = afterLookingFor(found, read.dueAt, restore);
      if (step) return attempt.end(step);
    }
    const isRestored = restore && mayHaveGoneOut(delivery, read.createdAt, restore);
    const heldSince = isRestored ? lookedForSince(read.dueAt, restore) : mayBeHeldSince(delivery);
    if (session.holds && heldSince !== null && attempt.parts().length === 0) {
      const sought = outgoing ?? (await deps.outgoingOf(delivery, read.content, read.dueAt));
      const held = { id: delivery.held_id, until: delivery.held_until ?? read.dueAt };
      const post = { ...toBeFound(delivery, sought, attempt, deps), sentAt: heldSince };
      const step = await clearHeld(session.holds, post, held);
      if (step) return attempt.end(step);
      if (delivery.held_until !== null) await deps.store.keepHeld(delivery.id, null);
    }
    const isTooLate = (at: Temporal.Instant, minutes: number) =>
      attempt.parts().length === 0 && isLate(at, minutes, read.dueAt, delivery.asked_at);
    const askPerson = () => attempt.end({ state: 'waiting', waitsFor: 'late', words: delivery.error_text });
    if (isTooLate(claimedAt(delivery, deps), grace.claimed)) return askPerson();
    outgoing ??= await deps.outgoingOf(delivery, read.content, read.dueAt);
    attempt.sends(outgoing);
    const sent = attempt.parts().length;
    // The media are published with the first part; after that, their files may be deleted.
    const { post, changes } = await deps.openPost(delivery, sent > 0 ? { ...outgoing, media: [] } : outgoing);
    attempt.note(changes);
    await assertQuota(delivery.platform, { ...post, sent }, session, attempt.calls);
    const prepared = await session.prepare({
      ...post,
      sent,
      clock: attempt.clock,
      upload: noteOf(delivery, delivery.attempts, deps),
      taken: () => takenBy(delivery, post.dueAt, deps),
      onLeftover: noteLeftovers(delivery, deps),
    });
    attempt.calls.signal.throwIfAborted();
    // The lease cannot be lost unnoticed before the call: `begin` rejects an expired one.
    const time = await deps.clock.read();
    if (isTooLate(time, grace.prepared)) return askPerson();
    // A repeated attempt keeps the first time, or its absence, so that it sends identical content.
    if (!delivery.outgoing) outgoing = { ...outgoing, sentAt: time.toString() };
    if (!(await deps.store.begin(delivery.id, outgoing))) return null;
    attempt.begin();
    const keepPart = async (part: PublishedPart) => {
      attempt.add(part);
      const isOurs = await deps.store.keepParts(delivery.id, attempt.parts()).catch((err: unknown) => {
        deps.log.warn({ err }, 'a published part was not recorded');
        return true;
      });
      if (!isOurs) throw new ClaimLost();
    };
    const parts = await prepared.publish(attempt.parts(), keepPart, outgoing.sentAt);
    return attempt.end({ state: 'published', parts, words: notesOf(parts) });
  } catch (error) {
    if (error instanceof ClaimLost) return null;
    if (error instanceof ManualStepRequired) return attempt.leave(error);
    if (attempt.isStopped())
      return attempt.isBegun() || signals.lost.aborted
        ? null
        : attempt.end({ state: 'pending', words: delivery.error_text });
    const trouble = toPublishError(error, attempt.isBegun(), deps.log);
    if (attempt.isBegun() && trouble.errorClass === 'unknown')
      return await readBack({ ...delivery, outgoing }, trouble.message, attempt, deps);
    return attempt.end(afterError(trouble, attempt.circumstances()));
  } finally {
    attempt.over();
  }
}

/** Finds out the result of a delivery whose lease owner stopped responding around the call that creates the post. */
export async function reconcileDelivery(
  delivery: PostDeliveriesRow,
  deps: CarryOutDeps,
  signals: AttemptSignals,
): Promise<AttemptEnd | null> {
  const attempt = openAttempt(delivery, deps.clock, signals);
  try {
    const whole = attempt.wholeEnd();
    if (whole) return whole;
    const lookFor = delivery.held_until === null ? readBack : lookAtHeld;
    return await lookFor(delivery, delivery.error_text ?? '', attempt, deps);
  } finally {
    attempt.over();
  }
}

/** Another agent has claimed the delivery. */
class ClaimLost extends Error {}

async function readBack(
  delivery: PostDeliveriesRow,
  words: string,
  attempt: OpenAttempt,
  deps: CarryOutDeps,
): Promise<AttemptEnd | null> {
  try {
    const found = await find(delivery, attempt, deps);
    if (found.found === 'none' || found.found === 'some') attempt.isSettled(found.found === 'some' ? found.parts : []);
    return attempt.end(afterReadingBack(found, words, attempt.circumstances()));
  } catch (error) {
    if (error instanceof ManualStepRequired) return attempt.leave(error);
    if (attempt.isStopped()) return null;
    return attempt.end(afterFailedLook(toPublishError(error, false, deps.log), attempt.circumstances()));
  }
}

async function find(delivery: PostDeliveriesRow, attempt: OpenAttempt, deps: CarryOutDeps): Promise<Found> {
  if (delivery.account_id === null || !delivery.outgoing) return { found: 'unclear', why: ACCOUNT_REMOVED };
  const session = await deps.openSession(delivery.account_id, attempt.calls);
  return session.find(toBeFound(delivery, delivery.outgoing, attempt, deps));
}

/** When the delivery was claimed, by the database's clock. */
function claimedAt({ attempts }: PostDeliveriesRow, { clock }: CarryOutDeps): Temporal.Instant {
  const startedAt = attempts.at(-1)?.startedAt;
  return startedAt === undefined ? clock.now() : Temporal.Instant.from(startedAt);
}
