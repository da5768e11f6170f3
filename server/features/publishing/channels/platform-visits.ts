import { randomUUID } from 'node:crypto';
import { type Platform, platformLabel } from '../../../../shared/posts/platforms.ts';
import type { TestPost } from '../../../../shared/publishing/publishing-api.ts';
import { AppError } from '../../../errors.ts';
import { TimeLimitPassed } from '../../../system/time-limit.ts';
import { type PlatformCalls, platformCalls } from '../platform-calls.ts';
import { type OutgoingPost, PublishError, type Publisher, type Session } from '../publisher.ts';
import { AGENT_STOPPED, platformTrouble, TEST_POST, wrongPlatform } from './messages.ts';
import type { ChannelAccount } from './store.ts';

/** Total time limit of connecting, a check or a test post. */
const VISIT_LIMIT_MS = 120_000;

/** Calls to platforms while the user waits. */
export type PlatformVisits = {
  publisherOf(platform: Platform): Publisher;
  /** Makes calls within a time limit. PublishError, or AppError unavailable on a timeout. */
  visit<T>(work: (calls: PlatformCalls) => Promise<T>): Promise<T>;
  /** Aborts pending calls. */
  close(): Promise<void>;
};

export function platformVisits(publishers: readonly Publisher[], now: () => Date): PlatformVisits {
  const closing = new AbortController();
  const visits = new Set<Promise<unknown>>();
  return {
    publisherOf(platform) {
      const publisher = publishers.find((one) => one.platform === platform);
      if (!publisher) throw new Error(`There is no publisher for ${platform}.`);
      return publisher;
    },
    async visit(work) {
      closing.signal.throwIfAborted();
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(new TimeLimitPassed('The platform', VISIT_LIMIT_MS)), VISIT_LIMIT_MS);
      const signal = AbortSignal.any([closing.signal, late.signal]);
      const visiting = work(platformCalls({ signal, now })).finally(() => clearTimeout(timer));
      const over = visiting.catch(() => undefined);
      visits.add(over);
      void over.then(() => visits.delete(over));
      return visiting;
    },
    async close() {
      closing.abort(new AppError('unavailable', AGENT_STOPPED));
      await Promise.all(visits);
    },
  };
}

/** AppError bad_input if the input is for another platform than the account's. */
export function assertSamePlatform({ platform }: ChannelAccount, entered: Platform): void {
  if (entered !== platform) throw new AppError('bad_input', wrongPlatform(platformLabel(platform)));
}

/** Runs platform calls at the user's request: converts PublishErrors to AppErrors with the platform's message. */
export async function forPerson<T>(platform: Platform, now: () => Date, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof PublishError ? asAppError(error, platform, now()) : error;
  }
}

function asAppError(error: PublishError, platform: Platform, now: Date): AppError {
  const words = platformTrouble(platformLabel(platform), error.message);
  switch (error.errorClass) {
    case 'auth':
    case 'rejected':
      return new AppError('bad_input', words, { cause: error });
    case 'rate_limit': {
      const waitMs = error.retryAt ? Math.max(0, error.retryAt.getTime() - now.getTime()) : null;
      const retryAfterSeconds = waitMs === null ? undefined : Math.ceil(waitMs / 1000);
      return new AppError('rate_limited', words, {
        cause: error,
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      });
    }
    case 'transient':
      return new AppError('unavailable', words, { cause: error });
    default:
      return new AppError('bad_answer', words, { cause: error });
  }
}

/** Publishes a short post and deletes it. */
export async function sendTestPost(session: Session, at: Date): Promise<TestPost> {
  const parts = await publishTestPost(session, at);
  const isDeleted = await session.remove(parts).then(
    () => true,
    () => false,
  );
  return { url: parts[0]?.url ?? '', isDeleted };
}

/** Sends the post; if no response came, looks for it on the platform. */
async function publishTestPost(session: Session, at: Date) {
  const post: OutgoingPost = { key: randomUUID(), dueAt: at.toISOString(), parts: [TEST_POST], media: [] };
  const prepared = await session.prepare(post);
  try {
    return await prepared.publish([], async () => undefined);
  } catch (error) {
    if (!(error instanceof PublishError && error.errorClass === 'unknown')) throw error;
    const found = await session.find(post);
    if ('parts' in found) return found.parts;
    throw error;
  }
}
