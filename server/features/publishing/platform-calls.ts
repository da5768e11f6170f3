import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { setTimeout as delay } from 'node:timers/promises';
import { networkErrorCode, networkReason } from '../../system/network-reason.ts';
import { publicFetch, type Resolve } from './public-fetch.ts';
import { PublishError } from './publisher.ts';

/** The limits of a platform's response: its time, and its size. */
const ANSWER_LIMIT_MS = 60_000;
const ANSWER_MAX_BYTES = 4 * 1024 * 1024;
/** Stored characters of a response. */
const WORDS_MAX = 2_000;
/** The one value of an OAuth 1.0a header that is not secret. */
const SIGNATURE_METHOD = 'HMAC-SHA1';

/**
 * How a stream body is sent. With this `redirect` and `window`, Node sends the body directly; otherwise it tees it and
 * keeps a copy of the whole upload in memory, in case of a redirect.
 */
const STREAMED = { duplex: 'half', redirect: 'error', window: null } as const;

/** A call to a platform as stored with the attempt: without headers, bodies and secrets. */
export type Exchange = {
  /** When it was sent, ISO 8601. */
  at: string;
  /** The purpose: "upload picture 2". */
  step: string;
  method: string;
  /** Without its query and secrets. */
  url: string;
  /** Null if no response came. */
  status: number | null;
  /** The beginning of an unsuccessful response, or why there is none. */
  words: string | null;
};

export type PlatformRequest = {
  step: string;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string | URL;
  headers?: Record<string, string>;
  /** Secrets in the body or path: they are redacted in stored exchanges, even if a response repeats them. */
  secrets?: readonly string[];
  body?: string | Uint8Array<ArrayBuffer> | FormData | ReadableStream<Uint8Array>;
  /** The body as JSON, or as a form without undefined values: POST with its content type by default. */
  json?: object;
  form?: Record<string, string | undefined>;
  /** This call creates the post: without a response, the result is unknown. */
  isIrreversible?: boolean;
  /** Longer than a minute for uploads. */
  limitMs?: number;
  /** The URL comes from another machine, so it must be on the public internet. PublishError `rejected` otherwise. */
  isNamedByOthers?: boolean;
};

/** `json` is undefined if the body is not JSON. */
export type PlatformAnswer = { status: number; headers: Headers; json: unknown; text: string };

/** The calls of one attempt. */
export type PlatformCalls = {
  /**
   * Sends a request and returns a response of any status. Redirects are not followed, so that no token is sent to
   * another host. PublishError `transient` if no response came, or `unknown` for an irreversible call.
   */
  send(request: PlatformRequest): Promise<PlatformAnswer>;
  /** Waits, unless the attempt is aborted. */
  wait(ms: number): Promise<void>;
  /** This machine's clock; due times, lateness and retries use the database's. */
  now(): Date;
  readonly signal: AbortSignal;
};

export type PlatformCallsOptions = {
  signal: AbortSignal;
  now?: () => Date;
  /** Awaited before each request, which is not sent if this rejects. */
  confirm?: (() => Promise<void>) | undefined;
  /** Called once per request, with its response or without one. */
  onExchange?: (exchange: Exchange) => void;
  /** Resolves host names of URLs that come from other machines. */
  resolve?: Resolve | undefined;
};

/** Platform calls over Node's fetch. */
export function platformCalls({
  signal,
  now = () => new Date(),
  onExchange,
  confirm,
  resolve,
}: PlatformCallsOptions): PlatformCalls {
  return {
    signal,
    now,
    wait: (ms) => delay(ms, undefined, { signal }),
    async send({ json, form, ...request }) {
      const { step, url, headers, body, method } = { ...request, ...bodyOf(request, json, form) };
      const { secrets = [], isIrreversible = false, limitMs = ANSWER_LIMIT_MS, isNamedByOthers = false } = request;
      const address = new URL(url);
      const hidden = [...secretsOf(headers?.authorization ?? ''), ...secrets].filter(Boolean).flatMap(asWritten);
      const note = (status: number | null, words: string | null) =>
        onExchange?.({
          at: at.toISOString(),
          step,
          method,
          url: without(hidden, `${address.origin}${address.pathname}`),
          status,
          words: words && without(hidden, words).slice(0, WORDS_MAX),
        });
      await confirm?.();
      const at = now();
      signal.throwIfAborted();
      const limit = AbortSignal.timeout(limitMs);
      const upload = body instanceof ReadableStream ? passedOn(body) : null;
      try {
        const init = {
          method,
          signal: AbortSignal.any([signal, limit]),
          ...(headers && { headers }),
          ...(body !== undefined && { body: upload?.stream ?? body }),
        };
        const response = isNamedByOthers
          ? await publicFetch(address, init, resolve)
          : await fetch(address, { redirect: 'manual', ...init, ...(upload && STREAMED) });
        const whole = await readText(response);
        const text = response.ok ? whole : without(hidden, whole);
        note(response.status, response.ok ? null : text);
        return { status: response.status, headers: response.headers, text, json: parsed(text) };
      } catch (error) {
        const why = limit.aborted
          ? `No answer within ${limitMs / 1000} seconds.`
          : without(hidden, networkReason(error, address.hostname));
        note(null, why);
        if (error instanceof PublishError) throw error;
        if (isIrreversible && !wasNeverSent(error)) throw new PublishError('unknown', why, { cause: error });
        signal.throwIfAborted();
        throw new PublishError('transient', why, { cause: error });
      } finally {
        await upload?.close();
      }
    },
  };
}

function bodyOf(
  { method, headers, body }: PlatformRequest,
  json: PlatformRequest['json'],
  form: PlatformRequest['form'],
): Pick<PlatformRequest, 'headers' | 'body'> & { method: NonNullable<PlatformRequest['method']> } {
  if (!json && !form) return { method: method ?? 'GET', headers, body };
  const fields = Object.entries(form ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return {
    method: method ?? 'POST',
    headers: { 'content-type': json ? 'application/json' : 'application/x-www-form-urlencoded', ...headers },
    body: json ? JSON.stringify(json) : new URLSearchParams(fields).toString(),
  };
}

/** The secrets in a request's Authorization header, which some responses repeat. */
function secretsOf(authorization: string): string[] {
  const values = /^OAuth /i.test(authorization)
    ? [...authorization.matchAll(/="([^"]{8,})"/g)].flatMap(([, value = '']) => [value, decodeURIComponent(value)])
    : [/\S{8,}$/.exec(authorization)?.[0] ?? ''];
  return values.filter((value) => value !== SIGNATURE_METHOD);
}

/** A secret as written in a body and in a URL. */
function asWritten(secret: string): string[] {
  const text = Buffer.from(secret).toString();
  return [secret, encodeURIComponent(text), encodeURI(text)];
}

/** A text with its secrets redacted. */
function without(secrets: readonly string[], text: string): string {
  return secrets.reduce((words, secret) => words.replaceAll(secret, '…'), text);
}

/** Wraps a stream so that its source can be closed after the request: fetch leaves it open if the connection breaks. */
function passedOn(source: ReadableStream<Uint8Array>) {
  const reader = source.getReader();
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return { stream, close: () => reader.cancel().catch(() => undefined) };
}

/** The time of a Retry-After header (seconds, or a date by the clock of its Date header), by the clock of `now`. */
export function retryAfter(headers: Headers, now: Date): Date | null {
  const value = headers.get('retry-after');
  if (value === null) return null;
  const asked = Date.parse(headers.get('date') ?? '') || now.getTime();
  const wait = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - asked;
  const time = now.getTime() + wait;
  return Number.isNaN(time) ? null : new Date(time);
}

async function readText(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const body = response.body ? Readable.fromWeb(response.body as NodeStream<Uint8Array>) : [];
  for await (const piece of body) {
    size += piece.byteLength;
    if (size > ANSWER_MAX_BYTES) throw new Error('The answer is far too long.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether no connection was established, so that the request was not sent. */
function wasNeverSent(error: unknown): boolean {
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].includes(networkErrorCode(error));
}
