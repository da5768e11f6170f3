import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import { type PlatformAnswer, type PlatformCalls, retryAfter } from '../../platform-calls.ts';
import { PublishError } from '../../publisher.ts';
import { addressOf, parserOf, sendWithToken, WORDS_MAX } from '../kit/api.ts';
import type { TokenSource } from '../kit/oauth.ts';

const MINUTE_MS = 60_000;
/** Daily limits are reset within a day; TikTok does not say when. */
const DAY_LIMIT_PAUSE_MS = 3 * 3_600_000;

export type ApiRequest = {
  step: string;
  path: string;
  query?: Record<string, string>;
  body?: object;
  /** Error codes that the caller handles. */
  accepts?: readonly string[];
};

/** Calls of TikTok's API for one account. */
export type TikTokApi = {
  calls: PlatformCalls;
  /** The size of a chunk. */
  chunkBytes: number;
  origin: string;
  /**
   * POSTs JSON, or GETs if there is no body. Throws a PublishError with TikTok's message if the answer is neither a
   * success nor accepted.
   */
  send(request: ApiRequest): Promise<PlatformAnswer>;
};

export function tiktokApi(
  { origin, version }: Pick<PlatformApi, 'origin' | 'version'>,
  token: TokenSource,
  calls: PlatformCalls,
  chunkBytes: number,
): TikTokApi {
  return {
    calls,
    chunkBytes,
    origin,
    async send({ step, path, query, body, accepts = [] }) {
      const answer = await sendWithToken(
        token,
        (accessToken) => {
          const url = addressOf(origin, `/${version}/${path}`, query);
          const headers = { authorization: `Bearer ${accessToken}` };
          if (!body) return calls.send({ step, url, headers });
          const type = { 'content-type': 'application/json; charset=UTF-8' };
          return calls.send({ step, url, headers: { ...headers, ...type }, json: body });
        },
        (refused) => errorOf(refused).code === 'access_token_invalid',
      );
      if (answer.status === 200 && errorOf(answer).code === 'ok') return answer;
      if (accepts.includes(errorOf(answer).code)) return answer;
      throw faultOf(answer, calls.now());
    },
  };
}

const parsed = parserOf((answer) => `The answer is not one of TikTok's: ${wordsOf(answer)}`);

/** The `data` of an answer. Throws PublishError `transient` if it has an unexpected shape. */
export function dataOf<T>(schema: z.ZodType<T>, answer: PlatformAnswer): T {
  return parsed(z.object({ data: schema }), answer).data;
}

const errorSchema = z
  .object({ error: z.object({ code: z.string().catch(''), message: z.string().catch('') }) })
  .transform(({ error }) => error)
  .catch({ code: '', message: '' });

function errorOf({ json }: PlatformAnswer): { code: string; message: string } {
  return errorSchema.parse(json);
}

/** The error code of an answer: `invalid_params`, or `ok`. */
export function errorCode(answer: PlatformAnswer): string {
  return errorOf(answer).code;
}

function wordsOf(answer: PlatformAnswer): string {
  const { code, message } = errorOf(answer);
  return (message || code || `TikTok answered ${answer.status}.`).slice(0, WORDS_MAX);
}

const AUTH = ['access_token_invalid', 'access_token_expired', 'scope_not_authorized', 'scope_permission_missed'];
/** Limits of posts per day, users of an app per day, and drafts in the inbox. */
const OF_A_DAY = ['spam_risk_too_many_posts', 'reached_active_user_cap', 'spam_risk_too_many_pending_share'];
const ADVICE: { [code: string]: string } = {
  unaudited_client_can_only_post_to_private_accounts:
    'TikTok has not audited your app, so it accepts direct posts of private accounts only. Set your account to private, or connect it again with the inbox.',
  privacy_level_option_mismatch:
    'Your TikTok account does not allow the privacy setting chosen here. Connect it again with another one.',
  spam_risk_too_many_pending_share:
    'Too many videos wait in your TikTok inbox. Post or delete some of them in the app.',
};

/** https://developers.tiktok.com/doc/tiktok-api-v2-error-handling */
function faultOf(answer: PlatformAnswer, now: Date): PublishError {
  const { code } = errorOf(answer);
  const words = [wordsOf(answer), ADVICE[code]].filter(Boolean).join(' ');
  const after = (ms: number) => new Date(now.getTime() + ms);
  if (AUTH.includes(code)) return new PublishError('auth', words);
  if (OF_A_DAY.includes(code)) return new PublishError('rate_limit', words, { retryAt: after(DAY_LIMIT_PAUSE_MS) });
  if (code === 'rate_limit_exceeded' || answer.status === 429)
    return new PublishError('rate_limit', words, { retryAt: retryAfter(answer.headers, now) ?? after(MINUTE_MS) });
  // A page instead of JSON comes from a proxy.
  if (code === '' || code === 'internal_error' || answer.status >= 500) return new PublishError('transient', words);
  return new PublishError('rejected', words);
}

/**
 * The error for the `fail_reason` of an uploaded video.
 * https://developers.tiktok.com/doc/content-posting-api-reference-get-video-status
 */
export function failureOf(reason: string, now: Date): PublishError {
  const words = FAILURES[reason] ?? `TikTok did not post the video: ${reason || 'it gives no reason'}.`;
  if (reason === 'auth_removed') return new PublishError('auth', words);
  if (OF_A_DAY.includes(reason))
    return new PublishError('rate_limit', words, { retryAt: new Date(now.getTime() + DAY_LIMIT_PAUSE_MS) });
  return new PublishError(reason === 'internal' ? 'transient' : 'rejected', words);
}

const FAILURES: { [reason: string]: string } = {
  file_format_check_failed: 'TikTok does not accept this kind of video (file_format_check_failed).',
  duration_check_failed: 'The video is too short or too long for TikTok (duration_check_failed).',
  frame_rate_check_failed: 'TikTok does not accept the frame rate of the video (frame_rate_check_failed).',
  picture_size_check_failed: 'TikTok does not accept the width and height of the video (picture_size_check_failed).',
  internal: 'Something went wrong inside TikTok (internal).',
  auth_removed: 'The permission of your app was removed at TikTok (auth_removed). Connect the account again.',
  publish_cancelled: 'The post was cancelled at TikTok (publish_cancelled).',
  spam_risk_too_many_posts: 'TikTok accepts no more posts from this account today (spam_risk_too_many_posts).',
  spam_risk_user_banned_from_posting: 'TikTok does not let this account post (spam_risk_user_banned_from_posting).',
  spam_risk_text: 'TikTok considers the caption spam (spam_risk_text).',
  spam_risk: 'TikTok considers the post spam (spam_risk).',
};
