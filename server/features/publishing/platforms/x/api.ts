import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import { type PlatformAnswer, type PlatformCalls, retryAfter } from '../../platform-calls.ts';
import { PublishError } from '../../publisher.ts';
import { type Api, isSuccess, openApi, parserOf, sendingWithToken, sentence, unproved } from '../kit/api.ts';
import type { TokenSource } from '../kit/oauth.ts';
import { resetTime } from './limits.ts';
import { authorizationHeader, newMoment, type OAuth1Keys } from './oauth1.ts';

/** X rejects a signature whose time differs by more than this. */
const CLOCK_MAX_MS = 5 * 60_000;

/** How requests are authorized: signed with four keys (OAuth 1.0a), or with the token of a login (OAuth 2.0). */
export type XLogin = { keys: OAuth1Keys } | { token: TokenSource };

/** Calls of X's API, with either login. */
export type XApi = Api & {
  site: string;
  /** The PublishError for an accepted answer that turns out to be an error. */
  fault(answer: PlatformAnswer, request?: { isIrreversible?: boolean }): PublishError;
};

/** Of posts, users and media: up to 19 digits. */
export const xIdSchema = z.string().regex(/^\d{1,19}$/);

/** `onPosting` is called with the headers of each answer to a post. */
export function xApi(
  { origin, site, version }: PlatformApi,
  login: XLogin,
  calls: PlatformCalls,
  onPosting: (headers: Headers) => void = () => undefined,
): XApi {
  const remedies = 'keys' in login ? OF_KEYS : OF_LOGIN;
  const fault: XApi['fault'] = (answer, { isIrreversible = false } = {}) =>
    faultOf(answer, isIrreversible, calls.now(), remedies);
  const openWith = (authorization: (method: string, url: URL) => string) =>
    openApi(calls, {
      base: `${origin}/${version}`,
      authorization: (method, url) => ({ authorization: authorization(method, url) }),
      faultOf: (answer, isIrreversible) => fault(answer, { isIrreversible }),
      onAnswer({ headers }, method, path) {
        if (method === 'POST' && path === '/tweets') onPosting(headers);
      },
    });
  if ('keys' in login) {
    const { keys } = login;
    const openAt = (aheadMs: number) => {
      const moment = () => newMoment(new Date(calls.now().getTime() + aheadMs));
      return openWith((method, url) => authorizationHeader(method, url, keys, moment()));
    };
    return { calls, send: sendingByItsClock(calls, openAt, fault), site, fault };
  }
  const send = sendingWithToken(
    login.token,
    (token) => openWith(() => `Bearer ${token}`),
    (answer, isIrreversible) => fault(answer, { isIrreversible }),
  );
  return { calls, send, site, fault };
}

/**
 * Signs requests by this machine's clock and, if X refuses one and its clock differs, by X's clock: a wrong clock makes
 * every signature invalid, but the error does not mention it. A stream cannot be sent twice.
 */
function sendingByItsClock(
  calls: PlatformCalls,
  openAt: (aheadMs: number) => Pick<Api, 'send'>,
  fault: XApi['fault'],
): Api['send'] {
  let aheadMs = 0;
  return async ({ accepts = [], ...request }) => {
    const send = () => openAt(aheadMs).send({ ...request, accepts: [...accepts, 401] });
    let answer = await send();
    const itsAheadMs = Date.parse(answer.headers.get('date') ?? '') - calls.now().getTime();
    if (answer.status === 401 && Math.abs(itsAheadMs - aheadMs) > CLOCK_MAX_MS) {
      aheadMs = itsAheadMs;
      if (!(request.body instanceof ReadableStream)) answer = await send();
    }
    if (isSuccess(answer) || accepts.includes(answer.status)) return answer;
    throw fault(answer, request);
  };
}

export const parsed = parserOf((answer) => `The answer is not one of X's: ${wordsOf(answer)}`);

/** https://docs.x.com/x-api/fundamentals/response-codes-and-errors */
function faultOf(answer: PlatformAnswer, isIrreversible: boolean, now: Date, remedies: Remedies): PublishError {
  const { status, headers } = answer;
  const words = wordsOf(answer);
  const type = problemSchema.parse(answer.json).type ?? '';
  // A page instead of JSON comes from a proxy, and says nothing about the keys or the post.
  const isOfTheApi = answer.json !== undefined;
  if (status === 429) {
    // The app's monthly cap, which the user can raise in the console.
    if (type.endsWith('/usage-capped')) return new PublishError('rejected', words);
    return new PublishError('rate_limit', words, { retryAt: resetTime(headers, now) ?? retryAfter(headers, now) });
  }
  if (status === 402) return new PublishError('rejected', `${words} Buy credits at console.x.com, then retry.`);
  if (status === 413) return new PublishError('rejected', `Too large for X: ${words}`);
  if (status === 408 || status >= 500 || !isOfTheApi) return new PublishError(unproved(isIrreversible), words);
  if (status === 401) return new PublishError('auth', `${words} ${remedies.refused}`);
  if (status === 403 && isAboutTheApp(type, words)) return new PublishError('auth', `${words} ${remedies.needsWrite}`);
  return new PublishError('rejected', words);
}

/** The remedies if X refuses a login, or lets it only read. */
type Remedies = { refused: string; needsWrite: string };

export const NEEDS_WRITE =
  'Give the app "Read and write" under User authentication settings, then regenerate the Access Token and Secret.';
const OF_KEYS: Remedies = {
  refused: 'The keys may have been regenerated. Connect the account with the new ones.',
  needsWrite: NEEDS_WRITE,
};
const OF_LOGIN: Remedies = {
  refused: 'The login has ended. Connect the account again.',
  needsWrite: 'Give the app "Read and write" under User authentication settings, then connect the account again.',
};

function isAboutTheApp(type: string, words: string): boolean {
  return /\/(oauth[12]-permissions|client-forbidden)$/.test(type) || /oauth[12] app permissions/i.test(words);
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

/** X's error message: `detail` and the contents of `errors`. */
export function wordsOf({ status, json }: Pick<PlatformAnswer, 'status' | 'json'>): string {
  const { title, detail, errors = [] } = problemSchema.parse(json);
  const said = [detail ?? title, ...errors.map((error) => error.message ?? error.detail)];
  return sentence([...new Set(said.filter(Boolean))].join('; '), `X answered ${status}.`);
}
