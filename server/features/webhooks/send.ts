import { storable } from '../../../shared/posts/storable-text.ts';
import { AppError } from '../../errors.ts';
import { networkReason } from '../../system/network-reason.ts';
import { sendTo } from '../../system/pinned-request.ts';
import { checkedAddresses, type Resolve } from './addresses.ts';
import { noAnswerIn, REDIRECTS } from './messages.ts';
import { signedHeaders } from './signature.ts';

const ANSWER_LIMIT_MS = 15_000;
/** Limit of the bytes of a response that are read and stored. */
const ANSWER_MAX_BYTES = 4_000;
/** Statuses of a receiver that is reachable but busy, so that its other events wait as well. */
const BUSY = [408, 429];

export type SentEvent = { id: string; url: string; body: string; secret: string };

/** `refused`: by a reachable receiver. `down`: the receiver is unreachable or busy. `gone`: it wants no more events. */
export type Answered = {
  outcome: 'delivered' | 'refused' | 'down' | 'gone';
  /** Null if there was no response. */
  status: number | null;
  /** The beginning of the response, or why there was none. */
  text: string;
  /** The receiver's Retry-After in seconds, if it sent one. */
  retryAfter: number | null;
  tookMs: number;
};

/** `now` dates the signature. */
type Sending = { now: Date; closing: AbortSignal; resolve?: Resolve; limitMs?: number };

/** Sends an event once. Redirects are not followed. Rejects only if `closing` aborts. */
export async function sendEvent(
  { id, url, body, secret }: SentEvent,
  { now, closing, resolve, limitMs = ANSWER_LIMIT_MS }: Sending,
): Promise<Answered> {
  const startedAt = performance.now();
  const limit = AbortSignal.timeout(limitMs);
  const signal = AbortSignal.any([closing, limit]);
  const end = (answer: Omit<Answered, 'tookMs'>): Answered => ({
    ...answer,
    tookMs: Math.round(performance.now() - startedAt),
  });
  try {
    const address = new URL(url);
    const response = await unlessAborted(signal, async () =>
      sendTo(address, await checkedAddresses(address, resolve), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'local-agent',
          ...signedHeaders(secret, id, now, body),
        },
        body,
        signal,
      }),
    );
    const { status, headers } = response;
    const isRedirect = status >= 300 && status < 400;
    const text = await readStart(response);
    return end({
      outcome: outcomeOf(status),
      status,
      text: isRedirect ? REDIRECTS : text,
      retryAfter: secondsOf(headers),
    });
  } catch (error) {
    closing.throwIfAborted();
    const without = { status: null, retryAfter: null };
    if (limit.aborted) return end({ outcome: 'down', text: noAnswerIn(limitMs / 1000), ...without });
    if (error instanceof AppError) return end({ outcome: 'refused', text: error.message, ...without });
    return end({ outcome: 'down', text: networkReason(asFetchFailure(error), new URL(url).hostname), ...without });
  }
}

function outcomeOf(status: number): Answered['outcome'] {
  if (status >= 200 && status < 300) return 'delivered';
  if (status === 410) return 'gone';
  return status >= 500 || BUSY.includes(status) ? 'down' : 'refused';
}

/** Rejects as soon as `signal` aborts, even during a DNS lookup, which cannot be aborted. */
async function unlessAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  return Promise.race([
    work(),
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
  ]);
}

/** Never rejects: the status is known, so a body that breaks off, or does not end in time, makes no difference. */
async function readStart(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  const reader = response.body?.getReader();
  try {
    for (let size = 0; reader && size < ANSWER_MAX_BYTES; ) {
      const { done, value } = await reader.read();
      if (done) break;
      pieces.push(value);
      size += value.byteLength;
    }
  } catch {
    // What has been received is kept.
  }
  await reader?.cancel().catch(() => undefined);
  const text = Buffer.concat(pieces).subarray(0, ANSWER_MAX_BYTES).toString('utf8');
  return storable(text);
}

/** The receiver's Retry-After in seconds. A date in it is compared with the receiver's clock, from its Date header. */
function secondsOf(headers: Headers): number | null {
  const retryAfter = headers.get('retry-after');
  if (retryAfter === null) return null;
  const asked = Date.parse(headers.get('date') ?? '') || Date.now();
  const seconds = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - asked) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

/** Wraps an error, such as that of a failed lookup, as fetch would report it. */
function asFetchFailure(error: unknown): unknown {
  return error instanceof TypeError ? error : new TypeError('fetch failed', { cause: error });
}
