import type { FastifyBaseLogger } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import type { Outgoing } from '../../../../shared/publishing/delivery.ts';
import { priceOf } from '../../../../shared/publishing/prices.ts';
import { brokenQuotas, quotaInWords, quotaUse } from '../../../../shared/publishing/quota.ts';
import type { PostDeliveriesRow } from '../../../../shared/workspace/database.ts';
import { AppError } from '../../../errors.ts';
import type { DatabaseClock } from '../../../supabase/database-clock.ts';
import { noteLeftovers } from '../leftovers.ts';
import { ACCOUNT_REMOVED, INTERRUPTED, POST_GONE, UNEXPECTED } from '../messages.ts';
import type { PlatformCalls } from '../platform-calls.ts';
import {
  type Found,
  ManualStepRequired,
  type OutgoingPost,
  PublishError,
  type PublishedPart,
  type Session,
  type UploadNote,
} from '../publisher.ts';
import type { AttemptEnd, DeliveryStore, PostContent } from '../store.ts';
import type { Uploads } from '../uploads.ts';
import { type AttemptSignals, type OpenAttempt, openAttempt } from './attempt.ts';
import { type Grace, isLate } from './late-posts.ts';
import { afterError, afterFailedLook, afterReadingBack, isWornOut, notesOf } from './next-step.ts';
import { afterLookingFor, lookedForSince, mayHaveGoneOut, type Restore } from './restored.ts';

/** How soon a platform is asked again whose limit is used up and which does not say until when. */
const QUOTA_PAUSE_MS = 30 * 60_000;
/** Reading back finds nothing that went out so long before the post was due, whatever the platform's clock says. */
const TAKEN_BEFORE_HOURS = 48;

/** What carrying out needs of the rest of publishing. */
export type CarryOutDeps = {
  store: Pick<DeliveryStore, 'readPost' | 'begin' | 'keepParts' | 'keepLeftovers' | 'takenBy'>;
  /** Opens the account's channel. PublishError `auth` where there is none on this machine. */
  openSession(accountId: string, calls: PlatformCalls): Promise<Session>;
  /** What a delivery is to send, as the post is now. PublishError `rejected` where the platform takes no such post. */
  outgoingOf(delivery: PostDeliveriesRow, content: PostContent, dueAt: string): Promise<Outgoing>;
  /** Opens the media of what is sent, made to fit the platform where they have to be; `changes` says how. */
  openPost(delivery: PostDeliveriesRow, outgoing: Outgoing): Promise<{ post: OutgoingPost; changes: string[] }>;
  /** What is known of a delivery's upload on this machine. */
  uploads: Pick<Uploads, 'noteOf'>;
  clock: DatabaseClock;
  log: FastifyBaseLogger;
};

/**
 * Sends a delivery that was claimed as due. One of a restored workspace is looked for first (restored.ts). One that is
 * late, and of which nothing stands on the platform, waits for the person: pauses may have led through hours of sleep.
 * The database's clock says so, of the moment of the claim and again just before the call that makes the post. Answers
 * how the attempt ended, or null where it must not be ended here: the claim was lost, or the agent ends in the middle of
 * a call that makes the post.
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
    // Looked for before its media are opened: they may be gone, and the post there.
    if (outgoing) {
      // This attempt has uploaded nothing yet.
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
    const isTooLate = (at: Temporal.Instant, minutes: number) =>
      attempt.parts().length === 0 && isLate(at, minutes, read.dueAt, delivery.asked_at);
    const askPerson = () => attempt.end({ state: 'waiting', waitsFor: 'late', words: delivery.error_text });
    if (isTooLate(claimedAt(delivery, deps), grace.claimed)) return askPerson();
    outgoing ??= await deps.outgoingOf(delivery, read.content, read.dueAt);
    attempt.sends(outgoing);
    const sent = attempt.parts().length;
    // The media stand with the first part, and their files may be gone.
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
    // Between this and the call the claim cannot be lost unnoticed: `begin` refuses an expired one.
    const time = await deps.clock.read();
    if (isTooLate(time, grace.prepared)) return askPerson();
    // What was begun before keeps its time, or that it has none: a repeat sends the very same.
    if (!delivery.outgoing) outgoing = { ...outgoing, sentAt: time.toString() };
    if (!(await deps.store.begin(delivery.id, outgoing))) return null;
    attempt.begin();
    const keepPart = async (part: PublishedPart) => {
      attempt.add(part);
      const isOurs = await deps.store.keepParts(delivery.id, attempt.parts()).catch((err: unknown) => {
        deps.log.warn({ err }, 'a part is not noted');
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

/**
 * PublishError `rate_limit` where the platform says beforehand that it takes no such post now, `rejected` where what is
 * left to send of it would cost more than the person lets it: what was sent is counted as spent.
 */
async function assertQuota(
  platform: PostDeliveriesRow['platform'],
  { sent = 0, ...post }: OutgoingPost,
  session: Session,
  calls: OpenAttempt['calls'],
): Promise<void> {
  const parts = post.parts.slice(sent);
  const media = sent > 0 ? [] : post.media;
  const use = quotaUse(parts.length, media, priceOf(platform, parts, media));
  // Where it cannot be asked the post is sent: the platform's own answer decides.
  const quotas = await session.quota(use).catch(() => []);
  const [broken] = brokenQuotas(quotas, use, calls.now().toISOString());
  if (!broken) return;
  // It is the person who lets it cost more, and no hour that passes.
  if (broken.of === 'mills') throw new PublishError('rejected', quotaInWords(platform, broken, use));
  const retryAt = broken.until === null ? calls.now().getTime() + QUOTA_PAUSE_MS : Date.parse(broken.until);
  throw new PublishError('rate_limit', quotaInWords(platform, broken, use), { retryAt: new Date(retryAt) });
}

/** Finds out what became of a delivery whose owner fell silent around the call that makes the post. */
export async function reconcileDelivery(
  delivery: PostDeliveriesRow,
  deps: CarryOutDeps,
  signals: AttemptSignals,
): Promise<AttemptEnd | null> {
  const attempt = openAttempt(delivery, deps.clock, signals);
  try {
    const whole = attempt.wholeEnd();
    if (whole) return whole;
    return await readBack(delivery, delivery.error_text ?? '', attempt, deps);
  } finally {
    attempt.over();
  }
}

/** Somebody else has the delivery. */
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

/** What stands on the platform for other deliveries of the account. */
async function takenBy(
  { id, account_id }: PostDeliveriesRow,
  dueAt: string,
  { store }: CarryOutDeps,
): Promise<string[]> {
  const since = Temporal.Instant.from(dueAt).subtract({ hours: TAKEN_BEFORE_HOURS });
  return account_id === null ? [] : await store.takenBy(account_id, { except: id, since });
}

/** When the delivery was claimed, by the database. */
function claimedAt({ attempts }: PostDeliveriesRow, { clock }: CarryOutDeps): Temporal.Instant {
  const startedAt = attempts.at(-1)?.startedAt;
  return startedAt === undefined ? clock.now() : Temporal.Instant.from(startedAt);
}

/** What is known of a delivery's upload, by the latest of these attempts to send it. */
function noteOf(
  { idempotency_key }: PostDeliveriesRow,
  attempts: PostDeliveriesRow['attempts'],
  { uploads }: CarryOutDeps,
): UploadNote {
  return uploads.noteOf(idempotency_key, attempts.findLast(({ kind }) => kind === 'publish')?.startedAt ?? '');
}

/** What is looked for: the files themselves are not needed, and may be gone by now. */
function toBeFound(
  delivery: PostDeliveriesRow,
  { dueAt, sentAt, parts, media }: Outgoing,
  attempt: OpenAttempt,
  deps: CarryOutDeps,
  attempts = delivery.attempts,
): OutgoingPost {
  const unknown = { mimeType: '', size: 0, width: null, height: null };
  return {
    key: delivery.idempotency_key,
    dueAt: new Date(dueAt).toISOString(),
    sentAt,
    parts,
    known: attempt.parts(),
    clock: attempt.clock,
    taken: () => takenBy(delivery, dueAt, deps),
    upload: noteOf(delivery, attempts, deps),
    media: media.map(({ kind, alt }) => ({
      ...unknown,
      kind,
      alt,
      open: () => Promise.reject(new Error('A post that is looked for has no files.')),
    })),
  };
}

/** Anything that is thrown as a trouble with the platform. */
function toPublishError(error: unknown, isBegun: boolean, log: FastifyBaseLogger): PublishError {
  if (error instanceof PublishError) return error;
  const errorClass = isBegun ? 'unknown' : 'transient';
  if (error instanceof AppError) return new PublishError(errorClass, error.message, { cause: error });
  log.error({ err: error }, 'publishing a post failed inside the agent');
  return new PublishError(errorClass, UNEXPECTED, { cause: error });
}
