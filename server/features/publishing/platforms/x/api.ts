import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import { type PlatformAnswer, type PlatformCalls, type PlatformRequest, retryAfter } from '../../platform-calls.ts';
import { PublishError } from '../../publisher.ts';
import { resetTime } from './limits.ts';
import { authorizationHeader, newMoment, type OAuth1Keys } from './oauth1.ts';

/** How much of X's words a person gets to read, in characters. */
const WORDS_MAX = 500;
/** X refuses signatures whose time is further from its own. */
const CLOCK_MAX_MS = 5 * 60_000;

export type XRequest = Omit<PlatformRequest, 'url'> & {
  /** Behind the version: `/users/me`. */
  path: string;
  query?: Record<string, string>;
  /** Statuses besides those of success that the caller deals with. */
  accepts?: readonly number[];
};

/** Calls of X's API, signed with the account's keys. */
export type XApi = {
  site: string;
  calls: PlatformCalls;
  /** Sends a request. Every answer that is neither a success nor accepted is a PublishError in X's words. */
  send(request: XRequest): Promise<PlatformAnswer>;
  /** The PublishError of an answer that was accepted and is a trouble after all. */
  fault(answer: PlatformAnswer, request?: { isIrreversible?: boolean }): PublishError;
};

/** Of posts, users and media: up to 19 digits. */
export const xIdSchema = z.string().regex(/^\d{1,19}$/);

/** `onPosting` is called with the headers of each answer to a post. */
export function xApi(
  { origin, site, version }: PlatformApi,
  keys: OAuth1Keys,
  calls: PlatformCalls,
  onPosting: (headers: Headers) => void = () => undefined,
): XApi {
  const api: XApi = {
    site,
    calls,
    async send({ path, query, accepts = [], headers, method = 'GET', ...request }) {
      const url = new URL(`/${version}${path}`, origin);
      for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
      const authorization = authorizationHeader(method, url, keys, newMoment(calls.now()));
      const answer = await calls.send({
        ...request,
        method,
        url,
        headers: { accept: 'application/json', 'user-agent': 'LocalAgent', authorization, ...headers },
      });
      if (method === 'POST' && path === '/tweets') onPosting(answer.headers);
      const isSuccess = answer.status >= 200 && answer.status < 300;
      if (isSuccess || accepts.includes(answer.status)) return answer;
      throw api.fault(answer, request);
    },
    fault: (answer, { isIrreversible = false } = {}) => faultOf(answer, isIrreversible, calls.now()),
  };
  return api;
}

/** An answer's JSON. PublishError where it has another shape, as a proxy's page does. */
export function parsed<T>(schema: z.ZodType<T>, answer: PlatformAnswer, request: { isIrreversible?: boolean } = {}): T {
  const { success, data } = schema.safeParse(answer.json);
  if (success) return data;
  const errorClass = request.isIrreversible ? 'unknown' : 'transient';
  throw new PublishError(errorClass, `The answer is not one of X's: ${wordsOf(answer)}`);
}

/** https://docs.x.com/x-api/fundamentals/response-codes-and-errors */
function faultOf(answer: PlatformAnswer, isIrreversible: boolean, now: Date): PublishError {
  const { status, headers } = answer;
  const words = wordsOf(answer);
  const type = problemSchema.parse(answer.json).type ?? '';
  // A page in place of JSON comes from a proxy before X, and says nothing about the keys or the post.
  const isOfTheApi = answer.json !== undefined;
  if (status === 429) {
    // The month's cap of the app, which is raised in the console.
    if (type.endsWith('/usage-capped')) return new PublishError('rejected', words);
    return new PublishError('rate_limit', words, { retryAt: resetTime(headers, now) ?? retryAfter(headers, now) });
  }
  if (status === 402) return new PublishError('rejected', `${words} Buy credits at console.x.com, then retry.`);
  if (status === 413) return new PublishError('rejected', `Too large for X: ${words}`);
  if (status === 408 || status >= 500 || !isOfTheApi)
    return new PublishError(isIrreversible ? 'unknown' : 'transient', words);
  if (status === 401) return new PublishError('auth', `${words} ${clockWords(headers, now) ?? REFUSED}`);
  if (status === 403 && isAboutTheApp(type, words)) return new PublishError('auth', `${words} ${NEEDS_WRITE}`);
  return new PublishError('rejected', words);
}

const REFUSED = 'The keys may have been regenerated. Connect the account with the new ones.';
export const NEEDS_WRITE =
  'Give the app "Read and write" under User authentication settings, then regenerate the Access Token and Secret.';

function isAboutTheApp(type: string, words: string): boolean {
  return /\/(oauth1-permissions|client-forbidden)$/.test(type) || /oauth1 app permissions/i.test(words);
}

/** A clock that is wrong makes every signature wrong, and X does not say so. */
function clockWords(headers: Headers, now: Date): string | null {
  const off = Date.parse(headers.get('date') ?? '') - now.getTime();
  if (!(Math.abs(off) > CLOCK_MAX_MS)) return null;
  return `This machine's clock is ${Math.round(Math.abs(off) / 60_000)} minutes off, so X takes no signature. Set it.`;
}

const text = z.string().optional().catch(undefined);
const problemSchema = z
  .object({
    type: text,
    title: text,
    detail: text,
    reason: text,
    errors: z
      .array(z.object({ message: text, detail: text }))
      .optional()
      .catch(undefined),
  })
  .catch({});

/** What X says of a trouble: `detail` and what stands in `errors`. */
export function wordsOf({ status, json }: Pick<PlatformAnswer, 'status' | 'json'>): string {
  const { title, detail, errors = [] } = problemSchema.parse(json);
  const said = [detail ?? title, ...errors.map((error) => error.message ?? error.detail)];
  const words = [...new Set(said.filter(Boolean))].join('; ').slice(0, WORDS_MAX);
  if (words === '') return `X answered ${status}.`;
  return /[.!?]$/.test(words) ? words : `${words}.`;
}
