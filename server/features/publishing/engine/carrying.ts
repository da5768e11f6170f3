import type { FastifyBaseLogger } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import type { Outgoing } from '../../../../shared/publishing/delivery.ts';
import { priceOf } from '../../../../shared/publishing/prices.ts';
import { brokenQuotas, quotaInWords, quotaUse } from '../../../../shared/publishing/quota.ts';
import type { PostDeliveriesRow } from '../../../../shared/workspace/database.ts';
import { AppError } from '../../../errors.ts';
import type { DatabaseClock } from '../../../supabase/database-clock.ts';
import { UNEXPECTED } from '../messages.ts';
import type { PlatformCalls } from '../platform-calls.ts';
import { type OutgoingPost, PublishError, type Session, type UploadNote } from '../publisher.ts';
import type { DeliveryStore, PostContent } from '../store.ts';
import type { Uploads } from '../uploads.ts';
import type { OpenAttempt } from './attempt.ts';

// Shared by sending, handing over and looking for a delivery.

/** Retry delay for a used-up quota without a reset time. */
const QUOTA_PAUSE_MS = 30 * 60_000;
/** How long before a post's due time the account's other posts are listed by `takenBy`; allows for platform clocks. */
const TAKEN_BEFORE_HOURS = 48;

/** What carrying out a delivery needs from the rest of publishing. */
export type CarryOutDeps = {
  store: Pick<
    DeliveryStore,
    'readPost' | 'begin' | 'beginHandingOver' | 'keepHeld' | 'keepParts' | 'keepLeftovers' | 'takenBy'
  >;
  /** Opens the account's channel. PublishError `auth` if there is none on this machine. */
  openSession(accountId: string, calls: PlatformCalls): Promise<Session>;
  /** The content to send, from the current post. PublishError `rejected` if the platform accepts no such post. */
  outgoingOf(delivery: PostDeliveriesRow, content: PostContent, dueAt: string): Promise<Outgoing>;
  /** Opens the media to send, converted if necessary; `changes` describes the conversions. */
  openPost(delivery: PostDeliveriesRow, outgoing: Outgoing): Promise<{ post: OutgoingPost; changes: string[] }>;
  /** The state of a delivery's upload on this machine. */
  uploads: Pick<Uploads, 'noteOf'>;
  clock: DatabaseClock;
  log: FastifyBaseLogger;
};

/**
 * PublishError `rate_limit` if the platform reports in advance that it accepts no such post now, `rejected` if the
 * remaining parts would exceed the user's budget, in which sent parts are already counted.
 */
export async function assertQuota(
  platform: PostDeliveriesRow['platform'],
  { sent = 0, ...post }: OutgoingPost,
  session: Pick<Session, 'quota'>,
  calls: OpenAttempt['calls'],
): Promise<void> {
  const parts = post.parts.slice(sent);
  const media = sent > 0 ? [] : post.media;
  const use = quotaUse(parts.length, media, priceOf(platform, parts, media));
  // If the quotas are unavailable, the post is sent, and the platform decides.
  const quotas = await session.quota(use).catch(() => []);
  const [broken] = brokenQuotas(quotas, use, calls.now().toISOString());
  if (!broken) return;
  // Only the user can raise the budget; waiting does not help.
  if (broken.of === 'mills') throw new PublishError('rejected', quotaInWords(platform, broken, use));
  const retryAt = broken.until === null ? calls.now().getTime() + QUOTA_PAUSE_MS : Date.parse(broken.until);
  throw new PublishError('rate_limit', quotaInWords(platform, broken, use), { retryAt: new Date(retryAt) });
}

/** The published parts of the account's other deliveries: none of them can be the post that is looked for. */
export async function takenBy(
  { id, account_id }: PostDeliveriesRow,
  dueAt: string,
  { store }: CarryOutDeps,
): Promise<string[]> {
  const since = Temporal.Instant.from(dueAt).subtract({ hours: TAKEN_BEFORE_HOURS });
  return account_id === null ? [] : await store.takenBy(account_id, { except: id, since });
}

/** The state of a delivery's upload, as left by the latest of these attempts to send it. */
export function noteOf(
  { idempotency_key }: PostDeliveriesRow,
  attempts: PostDeliveriesRow['attempts'],
  { uploads }: CarryOutDeps,
): UploadNote {
  return uploads.noteOf(idempotency_key, attempts.findLast(({ kind }) => kind === 'publish')?.startedAt ?? '');
}

/** The post to look for. Its files are not needed, and may be deleted. */
export function toBeFound(
  delivery: PostDeliveriesRow,
  { dueAt, sentAt, parts, media, options }: Outgoing,
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
    options,
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

/** Converts anything thrown to a PublishError. */
export function toPublishError(error: unknown, isBegun: boolean, log: FastifyBaseLogger): PublishError {
  if (error instanceof PublishError) return error;
  const errorClass = isBegun ? 'unknown' : 'transient';
  if (error instanceof AppError) return new PublishError(errorClass, error.message, { cause: error });
  log.error({ err: error }, 'publishing a post failed inside the agent');
  return new PublishError(errorClass, UNEXPECTED, { cause: error });
}
