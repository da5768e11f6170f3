import type { ErrorClass, Exchange, Outgoing } from '../../../../shared/publishing/delivery.ts';
import type { PostDeliveriesRow } from '../../../../shared/workspace/database.ts';
import type { DatabaseClock } from '../../../supabase/database-clock.ts';
import { platformCalls } from '../platform-calls.ts';
import { type ManualStepRequired, PublishError, type PublishedPart } from '../publisher.ts';
import type { AttemptEnd } from '../store.ts';
import { asUnconfirmed, grown, isUnconfirmed, type NextStep, notesOf, publishedWithoutComment } from './next-step.ts';

/** Time limit of one attempt: enough to upload a large video over a slow connection, and to process it. */
export const ATTEMPT_LIMIT_MINUTES = 45;
const ATTEMPT_LIMIT_MS = ATTEMPT_LIMIT_MINUTES * 60_000;
/** How long a call that creates the post may take to end when the agent stops. */
const CLOSING_GRACE_MS = 1_500;
/** Limit of calls stored per attempt; the latest are kept. */
const EXCHANGES_MAX = 40;

/** Why an attempt is aborted: the lease was lost, or the agent stops. */
export type AttemptSignals = {
  lost: AbortSignal;
  closing: AbortSignal;
  /** Awaited before each call, so that a process that was suspended stops; see Lease. */
  confirm?: () => Promise<void>;
};

export type OpenAttempt = ReturnType<typeof openAttempt>;

/** Records the progress of an attempt. */
export function openAttempt(
  delivery: PostDeliveriesRow,
  { now, machine }: Pick<DatabaseClock, 'now' | 'machine'>,
  { lost, closing, confirm }: AttemptSignals,
) {
  const exchanges: Exchange[] = [];
  const changes: string[] = [];
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new PublishError('transient', `The attempt took longer than ${ATTEMPT_LIMIT_MINUTES} minutes.`)),
    ATTEMPT_LIMIT_MS,
  );
  const stopping = new AbortController();
  let isBegun = false;
  let unconfirmed = delivery.state === 'publishing' || isUnconfirmed(delivery.attempts);
  let parts: readonly PublishedPart[] = delivery.parts;
  let { outgoing } = delivery;
  // The database recorded the start of this attempt when it was claimed.
  const ahead = Date.parse(delivery.attempts.at(-1)?.startedAt ?? '') - now().epochMilliseconds || 0;
  // A call that creates the post gets a moment to end, to avoid an unknown result.
  const stop = () => {
    if (isBegun) setTimeout(() => stopping.abort(closing.reason), CLOSING_GRACE_MS).unref();
    else stopping.abort(closing.reason);
  };
  if (closing.aborted) stop();
  else closing.addEventListener('abort', stop, { once: true });
  const calls = platformCalls({
    signal: AbortSignal.any([lost, stopping.signal, late.signal]),
    now: () => new Date(machine().epochMilliseconds),
    confirm,
    onExchange(exchange) {
      const ago = machine().epochMilliseconds - Date.parse(exchange.at);
      exchanges.push({ ...exchange, at: new Date(now().epochMilliseconds - ago).toISOString() });
      if (exchanges.length > EXCHANGES_MAX) exchanges.shift();
    },
  });
  const circumstances = () => ({
    now: now(),
    machine: machine(),
    attempt: delivery.attempt,
    attempts: delivery.attempts,
  });
  const end = (next: NextStep): AttemptEnd => {
    // A partly published thread does not count as failed either.
    const inPart = unconfirmed || (next.state === 'failed' && parts.length > 0) ? asUnconfirmed(next) : next;
    const lacksComment = lacksItsCommentAlone(outgoing, parts);
    const step = lacksComment
      ? publishedWithoutComment(inPart, next, { ...circumstances(), platform: delivery.platform, parts })
      : inPart;
    const { errorClass, words, waitsFor } = step === inPart ? step : next;
    return {
      ...step,
      parts: grown(parts, step.parts ?? []),
      log: {
        // The login was refused, even if the post does not wait for it.
        errorClass: (step !== inPart && waitsFor === 'reconnect' ? 'auth' : errorClass) ?? null,
        words: words ?? null,
        ...(changes.length > 0 && { changes }),
        exchanges,
      },
    };
  };
  return {
    calls,
    end,
    /** The end of an attempt that needs a manual step. The platform reported that, so the result is certain. */
    leave: ({ message: words }: ManualStepRequired): AttemptEnd => {
      unconfirmed = false;
      return end({ state: 'waiting', waitsFor: 'by_hand', words });
    },
    /** The end of an attempt after which the platform holds nothing. */
    release: (words: string | null, retryAt: AttemptEnd['retryAt'], errorClass?: ErrorClass): AttemptEnd => {
      unconfirmed = false;
      const released = end({ state: 'cancelled', words, retryAt: retryAt ?? null });
      return { ...released, isReleased: true, log: { ...released.log, errorClass: errorClass ?? null } };
    },
    begin: () => {
      isBegun = true;
    },
    isBegun: () => isBegun,
    /** Sets the published parts, which are known now: the stored ones, and those found after them. */
    isSettled: (found: readonly PublishedPart[]) => {
      unconfirmed = false;
      parts = grown(parts, found);
    },
    /** Sets the content of this attempt. */
    sends: (given: Outgoing) => {
      outgoing = given;
    },
    /** The end of a delivery whose parts are all stored, which needs no platform call; otherwise null. */
    wholeEnd: (): AttemptEnd | null =>
      outgoing && parts.length >= outgoing.parts.length ? end({ state: 'published', words: notesOf(parts) }) : null,
    /** The current time on the clock that due times refer to. */
    clock: () => new Date(now().epochMilliseconds + ahead),
    isInDoubt: () => unconfirmed,
    parts: () => parts,
    add: (part: PublishedPart) => {
      parts = [...parts, part];
    },
    isStopped: () => lost.aborted || stopping.signal.aborted,
    note: (more: readonly string[]) => void changes.push(...more),
    circumstances,
    over() {
      clearTimeout(timer);
      closing.removeEventListener('abort', stop);
    },
  };
}

/** Whether everything but the first comment is published. */
function lacksItsCommentAlone(outgoing: Outgoing | null, parts: readonly PublishedPart[]): boolean {
  return outgoing?.hasFirstComment === true && parts.length > 0 && parts.length === outgoing.parts.length - 1;
}
