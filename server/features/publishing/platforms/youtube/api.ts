import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import { type PlatformAnswer, type PlatformCalls, type PlatformRequest, retryAfter } from '../../platform-calls.ts';
import { PublishError } from '../../publisher.ts';
import { addressOf, isSuccess, parserOf, sendWithToken, unproved, WORDS_MAX } from '../kit/api.ts';
import type { TokenSource } from '../kit/oauth.ts';

/** A channel's upload limit is reset within a day; YouTube does not say when. */
const UPLOAD_LIMIT_PAUSE_MS = 3 * 3_600_000;

export type ApiRequest = Omit<PlatformRequest, 'url'> & {
  url: URL;
  /** Statuses other than success that the caller handles. */
  accepts?: readonly number[];
  /** Reasons of errors that the caller handles, such as `commentsDisabled`. */
  acceptsReasons?: readonly string[];
};

/** Calls of the YouTube Data API for one channel. */
export type YouTubeApi = {
  calls: PlatformCalls;
  /** The size of a chunk. */
  chunkBytes: number;
  /** The URL of a method: `videos`. */
  method(name: string, query: Record<string, string>): URL;
  /** The URL to upload a file to: `videos`. */
  upload(name: string, query: Record<string, string>): URL;
  /**
   * Sends a request with the token. Throws a PublishError with YouTube's message if the answer is neither a success nor
   * accepted.
   */
  send(request: ApiRequest): Promise<PlatformAnswer>;
};

/** https://developers.google.com/youtube/v3/docs */
export function youtubeApi(
  { origin, version }: Pick<PlatformApi, 'origin' | 'version'>,
  token: TokenSource,
  calls: PlatformCalls,
  chunkBytes: number,
): YouTubeApi {
  return {
    calls,
    chunkBytes,
    method: (name, query) => addressOf(origin, `/youtube/${version}/${name}`, query),
    upload: (name, query) => addressOf(origin, `/upload/youtube/${version}/${name}`, query),
    async send({ accepts = [], acceptsReasons = [], headers, ...request }) {
      const answer = await sendWithToken(
        token,
        (accessToken) => calls.send({ ...request, headers: { ...headers, authorization: `Bearer ${accessToken}` } }),
        // A stream cannot be sent twice; a request refused with 401 had no effect.
        ({ status }) => status === 401 && !(request.body instanceof ReadableStream),
      );
      const isAccepted = accepts.includes(answer.status) || acceptsReasons.includes(reasonOf(answer));
      if (isSuccess(answer) || isAccepted) return answer;
      throw faultOf(answer, request.isIrreversible ?? false, calls.now());
    },
  };
}

export const parsed = parserOf((answer) => `The answer is not one of YouTube's: ${wordsOf(answer)}`);

const errorSchema = z
  .object({
    error: z.object({
      message: z.string().optional().catch(undefined),
      errors: z.array(z.object({ reason: z.string().optional().catch(undefined) })).catch([]),
    }),
  })
  .transform(({ error }) => ({ message: error.message, reason: error.errors[0]?.reason }))
  .catch({ message: undefined, reason: undefined });

/** YouTube's error message. */
export function wordsOf({ status, json }: PlatformAnswer): string {
  const { message, reason } = errorSchema.parse(json);
  // Some messages contain links.
  const words = (message ?? reason ?? '').replace(/<[^<>]{0,300}>/g, '').trim();
  return words === '' ? `YouTube answered ${status}.` : words.slice(0, WORDS_MAX);
}

/** The reason of an error: `quotaExceeded`. */
export function reasonOf({ json }: PlatformAnswer): string {
  return errorSchema.parse(json).reason ?? '';
}

/** The user has to act in Google's settings, or reconnect. */
const AUTH_REASONS = [
  ...['authError', 'required', 'youtubeSignupRequired', 'insufficientPermissions', 'accessNotConfigured'],
  ...['authenticatedUserAccountClosed', 'authenticatedUserAccountSuspended', 'channelClosed', 'channelSuspended'],
];

/** https://developers.google.com/youtube/v3/docs/errors */
function faultOf(answer: PlatformAnswer, isIrreversible: boolean, now: Date): PublishError {
  const { status, headers } = answer;
  const words = wordsOf(answer);
  const reason = reasonOf(answer);
  if (reason === 'quotaExceeded' || reason === 'dailyLimitExceeded')
    return new PublishError('rate_limit', `${words} The quota of your Google project is used up for today.`, {
      retryAt: quotaReset(now),
    });
  if (reason === 'uploadLimitExceeded')
    return new PublishError('rate_limit', words, { retryAt: new Date(now.getTime() + UPLOAD_LIMIT_PAUSE_MS) });
  if (status === 429 || reason === 'rateLimitExceeded' || reason === 'userRateLimitExceeded')
    return new PublishError('rate_limit', words, { retryAt: retryAfter(headers, now) });
  if (AUTH_REASONS.includes(reason) || status === 401) return new PublishError('auth', words);
  // A page instead of JSON comes from a proxy, and says nothing about the video.
  const isOfTheApi = answer.json !== undefined && status >= 400;
  if (status === 408 || status >= 500 || !isOfTheApi) return new PublishError(unproved(isIrreversible), words);
  return new PublishError('rejected', words);
}

/** The quota is reset at midnight Pacific Time. https://developers.google.com/youtube/v3/getting-started#quota */
export function quotaReset(now: Date): Date {
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO('America/Los_Angeles');
  return new Date(here.add({ days: 1 }).startOfDay().epochMilliseconds);
}
