import { z } from 'zod';
import { parseUrl } from '../../../../../shared/web/parse-url.ts';
import { type PlatformAnswer, type PlatformCalls, retryAfter } from '../../platform-calls.ts';
import { PublishError } from '../../publisher.ts';
import { type Api, bounded, openApi, parserOf, unproved, WORDS_MAX, withoutSecrets } from '../kit/api.ts';

/** Calls of one server's API, with the account's token if there is one. */
export type MastodonApi = Api & { server: string };

/** Opaque, and part of paths: numbers on Mastodon, letters and digits on others. */
export const remoteIdSchema = z
  .union([z.string(), z.int()])
  .transform(String)
  .pipe(z.string().regex(/^[\w-]{1,255}$/));

export function mastodonApi(server: string, accessToken: string | null, calls: PlatformCalls): MastodonApi {
  const secrets = accessToken === null ? [] : [accessToken];
  const api = openApi(calls, {
    base: server,
    authorization: (): Record<string, string> =>
      accessToken === null ? {} : { authorization: `Bearer ${accessToken}` },
    faultOf: (answer, isIrreversible) => fault(server, withoutSecrets(secrets, answer), isIrreversible, calls.now()),
  });
  return { ...api, server };
}

export const parsed = parserOf((answer) => `The server's answer is not one of Mastodon's: ${wordsOf(answer)}`);

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
  // A page instead of JSON comes from a proxy, and says nothing about the token or the post.
  const isOfTheApi = answer.json !== undefined;
  if (status === 408 || status >= 500 || !isOfTheApi) {
    return new PublishError(unproved(isIrreversible), words);
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

/** A server's error message: `error`, OAuth's `error_description`, each field's details, or a page's title. */
export function wordsOf({ status, json, text }: PlatformAnswer): string {
  const { error, error_description, message, details = {} } = wordsSchema.parse(json);
  const fields = Object.entries(details).flatMap(([field, list]) => list.map((one) => `${field} ${one.description}`));
  const said = [error_description ?? error ?? message ?? (json === undefined ? titleOf(text) : ''), ...fields];
  const words = said.filter(Boolean).join('; ').slice(0, WORDS_MAX);
  return words === '' ? `The server answered ${status}.` : words;
}

/** The title of an HTML page; other text unchanged. */
function titleOf(text: string): string {
  const start = text.slice(0, 10_000);
  const title = /<title>([^<]{1,200})<\/title>/i.exec(start)?.[1];
  return (title ?? (start.trimStart().startsWith('<') ? '' : start.slice(0, 200))).trim();
}

function originOf(location: string | null, server: string): string {
  return (location === null ? null : parseUrl(location, server)?.origin) ?? 'another address';
}

/**
 * When the rate limit in an answer's headers resets, by this machine's clock: Mastodon sends a date by its own clock,
 * others send seconds or milliseconds. Null if absent or past.
 */
export function resetTime(headers: Headers, now: Date): Date | null {
  const value = headers.get('x-ratelimit-reset');
  if (value === null) return null;
  const serverTime = Date.parse(headers.get('date') ?? '');
  const ahead = Number.isNaN(serverTime) ? 0 : serverTime - now.getTime();
  const reset = momentOf(value, now.getTime() + ahead) - ahead;
  return Number.isNaN(reset) ? null : bounded(new Date(reset), now);
}

/** In milliseconds; NaN when invalid. */
function momentOf(value: string, serverTime: number): number {
  if (!/^\d{1,13}$/.test(value)) return Date.parse(value);
  const number = Number(value);
  if (number > 1e11) return number;
  return number > 1e9 ? number * 1000 : serverTime + number * 1000;
}
