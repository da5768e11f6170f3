import type { FastifyBaseLogger } from 'fastify';
import type { Temporal } from 'temporal-polyfill';
import type { Exchange, Outgoing } from '../../../../shared/publishing/delivery.ts';
import type { PostDeliveriesRow } from '../../../../shared/workspace/database.ts';
import { AppError } from '../../../errors.ts';
import { ACCOUNT_REMOVED, POST_GONE, UNEXPECTED } from '../messages.ts';
import { platformCalls } from '../platform-calls.ts';
import { type Found, type OutgoingPost, PublishError, type Session } from '../publisher.ts';
import type { AttemptEnd, DeliveryStore, PostContent } from '../store.ts';
import { afterError, afterReadingBack, type NextStep } from './next-step.ts';

/** How long one attempt may take: a large video over a slow line, and its processing. */
const ATTEMPT_LIMIT_MS = 45 * 60_000;
/** How long a call that makes the post may take to end when the agent does. */
const CLOSING_GRACE_MS = 1_500;
/** The newest calls of an attempt that are kept with it. */
const EXCHANGES_MAX = 40;

/** What carrying out needs of the rest of publishing. */
export type CarryOutDeps = {
  store: Pick<DeliveryStore, 'readPost' | 'begin' | 'keepParts'>;
  /** Opens the account's channel. PublishError `auth` where there is none on this machine. */
  openSession(accountId: string, calls: ReturnType<typeof platformCalls>): Promise<Session>;
  /** What a delivery is to send, as the post is now. PublishError `rejected` where the platform takes no such post. */
  outgoingOf(delivery: PostDeliveriesRow, content: PostContent, dueAt: string): Promise<Outgoing>;
  /** Opens the media of what is sent, made to fit the platform where they have to be; `changes` says how. */
  openPost(delivery: PostDeliveriesRow, outgoing: Outgoing): Promise<{ post: OutgoingPost; changes: string[] }>;
  now(): Temporal.Instant;
  log: FastifyBaseLogger;
};

/** Why an attempt ends before its time: somebody else may have the delivery now, or the agent ends. */
export type AttemptSignals = { lost: AbortSignal; closing: AbortSignal };

/**
 * Sends a delivery that was claimed as due. Answers how the attempt ended, or null where it must not be ended here: the
 * claim was lost, or the agent ends in the middle of a call that makes the post.
 */
export async function sendDelivery(
  delivery: PostDeliveriesRow,
  deps: CarryOutDeps,
  signals: AttemptSignals,
): Promise<AttemptEnd | null> {
  let { outgoing } = delivery;
  const attempt = openAttempt(delivery, deps, signals);
  try {
    const read = await deps.store.readPost(delivery.scheduled_post_id);
    if (!read || delivery.account_id === null) return attempt.end({ state: 'cancelled', words: POST_GONE });
    const session = await deps.openSession(delivery.account_id, attempt.calls);
    outgoing ??= await deps.outgoingOf(delivery, read.content, read.dueAt);
    const { post, changes } = await deps.openPost(delivery, outgoing);
    attempt.note(changes);
    // It may be there in part, or wholly: only what is missing is sent.
    const found: Found = delivery.outgoing ? await session.find(post) : { found: 'none' };
    if (found.found === 'all') return attempt.end({ state: 'published', parts: found.parts });
    if (found.found === 'unclear' && isDoubtful(delivery))
      return attempt.end(afterReadingBack(found, delivery.error_text ?? '', attempt.circumstances()));
    const known = found.found === 'some' ? found.parts : [];
    const prepared = await session.prepare(post);
    if (!(await deps.store.begin(delivery.id, outgoing))) return null;
    attempt.begin();
    const parts = [...known];
    await prepared.publish(known, async (part) => {
      parts.push(part);
      await deps.store
        .keepParts(delivery.id, parts)
        .catch((err: unknown) => deps.log.warn({ err }, 'a part is not noted'));
    });
    return attempt.end({ state: 'published', parts });
  } catch (error) {
    if (attempt.isStopped())
      return attempt.isBegun() || signals.lost.aborted ? null : attempt.end({ state: 'pending' });
    const trouble = troubleOf(error, attempt.isBegun(), deps.log);
    if (attempt.isBegun() && trouble.errorClass === 'unknown')
      return await readBack({ ...delivery, outgoing }, trouble.message, attempt, deps);
    return attempt.end(afterError(trouble, attempt.circumstances()));
  } finally {
    attempt.over();
  }
}

/** Finds out what became of a delivery whose owner fell silent around the call that makes the post. */
export async function reconcileDelivery(
  delivery: PostDeliveriesRow,
  deps: CarryOutDeps,
  signals: AttemptSignals,
): Promise<AttemptEnd | null> {
  const attempt = openAttempt(delivery, deps, signals);
  try {
    return await readBack(delivery, delivery.error_text ?? '', attempt, deps);
  } finally {
    attempt.over();
  }
}

type OpenAttempt = ReturnType<typeof openAttempt>;

async function readBack(
  delivery: PostDeliveriesRow,
  words: string,
  attempt: OpenAttempt,
  deps: CarryOutDeps,
): Promise<AttemptEnd | null> {
  try {
    const found = await find(delivery, attempt, deps);
    return attempt.end(afterReadingBack(found, words, attempt.circumstances()));
  } catch (error) {
    if (attempt.isStopped()) return null;
    const { errorClass, message } = troubleOf(error, false, deps.log);
    // Whoever connects again starts it again, and then it is looked for first.
    if (errorClass === 'auth')
      return attempt.end({ state: 'waiting', waitsFor: 'reconnect', errorClass, words: message });
    return attempt.end(afterReadingBack({ found: 'unclear', why: message }, words, attempt.circumstances()));
  }
}

async function find(delivery: PostDeliveriesRow, attempt: OpenAttempt, deps: CarryOutDeps): Promise<Found> {
  if (delivery.account_id === null || !delivery.outgoing) return { found: 'unclear', why: ACCOUNT_REMOVED };
  const session = await deps.openSession(delivery.account_id, attempt.calls);
  const { post } = await deps.openPost(delivery, delivery.outgoing);
  return session.find(post);
}

/**
 * May it be there although nobody has found out since? A person who sent it again after `needs_review` has decided that
 * it is not.
 */
function isDoubtful({ attempts }: PostDeliveriesRow): boolean {
  const last = attempts.findLast(({ endedAt }) => endedAt !== undefined);
  return last?.state === 'publishing' || (last?.kind === 'read_back' && last.state === 'waiting');
}

/** What is noted of an attempt while it goes on. */
function openAttempt(
  delivery: PostDeliveriesRow,
  { now }: Pick<CarryOutDeps, 'now'>,
  { lost, closing }: AttemptSignals,
) {
  const exchanges: Exchange[] = [];
  const changes: string[] = [];
  const late = new AbortController();
  const timer = setTimeout(
    () =>
      late.abort(new PublishError('transient', `The attempt took longer than ${ATTEMPT_LIMIT_MS / 60_000} minutes.`)),
    ATTEMPT_LIMIT_MS,
  );
  const stopping = new AbortController();
  let isBegun = false;
  // A call that makes the post gets a moment to end: then nobody has to find out whether it did.
  const stop = () => {
    if (isBegun) setTimeout(() => stopping.abort(closing.reason), CLOSING_GRACE_MS).unref();
    else stopping.abort(closing.reason);
  };
  if (closing.aborted) stop();
  else closing.addEventListener('abort', stop, { once: true });
  const calls = platformCalls({
    signal: AbortSignal.any([lost, stopping.signal, late.signal]),
    now: () => new Date(now().epochMilliseconds),
    onExchange(exchange) {
      exchanges.push(exchange);
      if (exchanges.length > EXCHANGES_MAX) exchanges.shift();
    },
  });
  return {
    calls,
    begin: () => {
      isBegun = true;
    },
    isBegun: () => isBegun,
    isStopped: () => lost.aborted || stopping.signal.aborted,
    note: (more: readonly string[]) => void changes.push(...more),
    circumstances: () => ({ now: now(), attempt: delivery.attempt, attempts: delivery.attempts }),
    end: (step: NextStep): AttemptEnd => ({
      ...step,
      log: {
        errorClass: step.errorClass ?? null,
        words: step.words ?? null,
        ...(changes.length > 0 && { changes }),
        exchanges,
      },
    }),
    over() {
      clearTimeout(timer);
      closing.removeEventListener('abort', stop);
    },
  };
}

/** Anything that is thrown as a trouble with the platform. */
function troubleOf(error: unknown, isBegun: boolean, log: FastifyBaseLogger): PublishError {
  if (error instanceof PublishError) return error;
  const errorClass = isBegun ? 'unknown' : 'transient';
  if (error instanceof AppError) return new PublishError(errorClass, error.message, { cause: error });
  log.error({ err: error }, 'publishing a post failed inside the agent');
  return new PublishError(errorClass, UNEXPECTED, { cause: error });
}
