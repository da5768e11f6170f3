import type { Temporal } from 'temporal-polyfill';
import type { Exchange } from '../../../../shared/publishing/delivery.ts';
import type { PostDeliveriesRow } from '../../../../shared/workspace/database.ts';
import { platformCalls } from '../platform-calls.ts';
import { type LeftToPerson, PublishError, type PublishedPart } from '../publisher.ts';
import type { AttemptEnd } from '../store.ts';
import { inDoubt, isDoubtful, type NextStep } from './next-step.ts';

/** How long one attempt may take: a large video over a slow line, and its processing. */
export const ATTEMPT_LIMIT_MINUTES = 45;
const ATTEMPT_LIMIT_MS = ATTEMPT_LIMIT_MINUTES * 60_000;
/** How long a call that makes the post may take to end when the agent does. */
const CLOSING_GRACE_MS = 1_500;
/** The newest calls of an attempt that are kept with it. */
const EXCHANGES_MAX = 40;

/** Why an attempt ends before its time: somebody else may have the delivery now, or the agent ends. */
export type AttemptSignals = { lost: AbortSignal; closing: AbortSignal };

export type OpenAttempt = ReturnType<typeof openAttempt>;

/** What is noted of an attempt while it goes on. */
export function openAttempt(
  delivery: PostDeliveriesRow,
  now: () => Temporal.Instant,
  { lost, closing }: AttemptSignals,
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
  let doubtful = delivery.state === 'publishing' || isDoubtful(delivery.attempts);
  let parts: readonly PublishedPart[] = delivery.parts;
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
  const end = (next: NextStep): AttemptEnd => {
    // A thread that stands there in part is no mere failure either.
    const step = doubtful || (next.state === 'failed' && parts.length > 0) ? inDoubt(next) : next;
    return {
      parts,
      ...step,
      log: {
        errorClass: step.errorClass ?? null,
        words: step.words ?? null,
        ...(changes.length > 0 && { changes }),
        exchanges,
      },
    };
  };
  return {
    calls,
    end,
    /** The platform has said that it waits for the person, which leaves no doubt. */
    leave: ({ message: words }: LeftToPerson): AttemptEnd => {
      doubtful = false;
      return end({ state: 'waiting', waitsFor: 'by_hand', words });
    },
    begin: () => {
      isBegun = true;
    },
    isBegun: () => isBegun,
    /** What stands on the platform is known now. */
    isSettled: (found: readonly PublishedPart[]) => {
      doubtful = false;
      parts = found;
    },
    isInDoubt: () => doubtful,
    parts: () => parts,
    add: (part: PublishedPart) => {
      parts = [...parts, part];
    },
    isStopped: () => lost.aborted || stopping.signal.aborted,
    note: (more: readonly string[]) => void changes.push(...more),
    circumstances: () => ({ now: now(), attempt: delivery.attempt, attempts: delivery.attempts }),
    over() {
      clearTimeout(timer);
      closing.removeEventListener('abort', stop);
    },
  };
}
