import { z } from 'zod';
import { type PlatformAnswer, type PlatformCalls, type PlatformRequest, retryAfter } from '../../platform-calls.ts';
import { PublishError } from '../../publisher.ts';

/** A server cannot put a channel to sleep for longer. */
const RETRY_MAX_MS = 24 * 3_600_000;
/** How much of a server's words a person gets to read, in characters. */
const WORDS_MAX = 500;

export type ApiRequest = Omit<PlatformRequest, 'url'> & {
  path: string;
  query?: Record<string, string>;
  /** Statuses besides those of success that the caller deals with. */
  accepts?: readonly number[];
};

/** Calls of one server's API, with the account's token where there is one. */
export type MastodonApi = {
  server: string;
  calls: PlatformCalls;
  /** Sends a request. Every answer that is neither a success nor accepted is a PublishError in the server's words. */
  send(request: ApiRequest): Promise<PlatformAnswer>;
};

/** Opaque, and part of paths: numbers at Mastodon, letters and digits at others. */
export const remoteIdSchema = z
  .union([z.string(), z.int()])
  .transform(String)
  .pipe(z.string().regex(/^[\w-]{1,255}$/));

export function mastodonApi(server: string, accessToken: string | null, calls: PlatformCalls): MastodonApi {
  return {
    server,
    calls,
    async send({ path, query, accepts = [], headers, ...request }) {
      const url = new URL(path, server);
      for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
      const sent = await calls.send({
        ...request,
        url,
        headers: {
          accept: 'application/json',
          'user-agent': 'LocalAgent',
          ...(accessToken !== null && { authorization: `Bearer ${accessToken}` }),
          ...headers,
        },
      });
      const answer = accessToken === null ? sent : without(accessToken, sent);
      const isSuccess = answer.status >= 200 && answer.status < 300;
      if (isSuccess || accepts.includes(answer.status)) return answer;
      throw fault(server, answer, request.isIrreversible ?? false, calls.now());
    },
  };
}

/** An answer as people may read it: some pages repeat the request with its headers. */
function without(secret: string, answer: PlatformAnswer): PlatformAnswer {
  if (!answer.text.includes(secret)) return answer;
  const text = answer.text.replaceAll(secret, '…');
  try {
    return { ...answer, text, json: JSON.parse(text) };
  } catch {
    return { ...answer, text, json: undefined };
  }
}

/** An answer's JSON. PublishError where it has another shape, as a proxy's page does. */
export function parsed<T>(schema: z.ZodType<T>, answer: PlatformAnswer, request: { isIrreversible?: boolean } = {}): T {
  const { success, data } = schema.safeParse(answer.json);
  if (success) return data;
  throw new PublishError(
    request.isIrreversible ? 'unknown' : 'transient',
    `The server's answer is not one of Mastodon's: ${wordsOf(answer)}`,
  );
}

function fault(server: string, answer: PlatformAnswer, isIrreversible: boolean, now: Date): PublishError {
  const { status, headers } = answer;
  const words = wordsOf(answer);
  if (status >= 300 && status < 400) {
    const target = originOf(headers.get('location'), server);
    return new PublishError('auth', `${server} has moved to ${target}. Connect the account with the new address.`);
  }
  if (status === 429) {
    const retryAt = resetTime(headers, now) ?? retryAfter(headers, now);
    return new PublishError('rate_limit', words, { retryAt: bounded(retryAt, now) });
  }
  if (status === 413) return new PublishError('rejected', `Too large for the server: ${words}`);
  // A page in place of JSON comes from a proxy before the server, and says nothing about the token or the post.
  const isOfTheApi = answer.json !== undefined;
  if (status === 408 || status >= 500 || !isOfTheApi) {
    return new PublishError(isIrreversible ? 'unknown' : 'transient', words);
  }
  return new PublishError(status === 401 || status === 403 ? 'auth' : 'rejected', words);
}

const wordsSchema = z
  .object({
    error: z.string().optional().catch(undefined),
    error_description: z.string().optional().catch(undefined),
    message: z.string().optional().catch(undefined),
    details: z
      .record(z.string(), z.array(z.object({ description: z.string() })))
      .optional()
      .catch(undefined),
  })
  .catch({});

/** What a server says of a trouble: `error`, OAuth's `error_description`, each field's details, or a page's title. */
export function wordsOf({ status, json, text }: PlatformAnswer): string {
  const { error, error_description, message, details = {} } = wordsSchema.parse(json);
  const fields = Object.entries(details).flatMap(([field, list]) => list.map((one) => `${field} ${one.description}`));
  const said = [error_description ?? error ?? message ?? (json === undefined ? titleOf(text) : ''), ...fields];
  const words = said.filter(Boolean).join('; ').slice(0, WORDS_MAX);
  return words === '' ? `The server answered ${status}.` : words;
}

/** The title of an HTML page; other text as it is. */
function titleOf(text: string): string {
  const start = text.slice(0, 10_000);
  const title = /<title>([^<]{1,200})<\/title>/i.exec(start)?.[1];
  return (title ?? (start.trimStart().startsWith('<') ? '' : start.slice(0, 200))).trim();
}

function originOf(location: string | null, server: string): string {
  if (location === null || !URL.canParse(location, server)) return 'another address';
  return new URL(location, server).origin;
}

/**
 * When the limit that an answer's headers name is reset, by this machine's clock: Mastodon writes a date of its own
 * clock, others seconds or milliseconds. Null where they name none, or it is over.
 */
export function resetTime(headers: Headers, now: Date): Date | null {
  const value = headers.get('x-ratelimit-reset');
  if (value === null) return null;
  const serverTime = Date.parse(headers.get('date') ?? '');
  const ahead = Number.isNaN(serverTime) ? 0 : serverTime - now.getTime();
  const reset = momentOf(value, now.getTime() + ahead) - ahead;
  return Number.isNaN(reset) ? null : bounded(new Date(reset), now);
}

/** A moment that is still ahead, and not too far. */
function bounded(time: Date | null, now: Date): Date | null {
  if (time === null || time.getTime() <= now.getTime()) return null;
  return new Date(Math.min(time.getTime(), now.getTime() + RETRY_MAX_MS));
}

/** In milliseconds; NaN for what is no moment. */
function momentOf(value: string, serverTime: number): number {
  if (!/^\d{1,13}$/.test(value)) return Date.parse(value);
  const number = Number(value);
  if (number > 1e11) return number;
  return number > 1e9 ? number * 1000 : serverTime + number * 1000;
}
