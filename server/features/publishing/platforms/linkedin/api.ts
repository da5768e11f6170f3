import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import { type PlatformAnswer, type PlatformCalls, type PlatformRequest, retryAfter } from '../../platform-calls.ts';
import { PublishError } from '../../publisher.ts';

/** How much of LinkedIn's words a person gets to read, in characters. */
const WORDS_MAX = 500;

export type LinkedInRequest = Omit<PlatformRequest, 'url'> & {
  /** Behind the origin, `/rest/posts`; or a whole address that LinkedIn named. */
  path: string;
  /** Statuses besides those of success that the caller deals with. */
  accepts?: readonly number[];
};

/** Calls of LinkedIn's versioned API with a member's token. */
export type LinkedInApi = {
  site: string;
  calls: PlatformCalls;
  /** Sends a request. Every answer that is neither a success nor accepted is a PublishError in LinkedIn's words. */
  send(request: LinkedInRequest): Promise<PlatformAnswer>;
};

export function linkedInApi(api: PlatformApi, token: string, calls: PlatformCalls): LinkedInApi {
  return {
    site: api.site,
    calls,
    async send({ path, accepts = [], headers, ...request }) {
      const url = new URL(path, api.origin);
      if (!isOfLinkedIn(url, api)) throw new PublishError('rejected', `LinkedIn named an address of ${url.host}.`);
      const answer = await calls.send({
        ...request,
        url,
        headers: {
          accept: 'application/json',
          'user-agent': 'LocalAgent',
          authorization: `Bearer ${token}`,
          'linkedin-version': api.version,
          'x-restli-protocol-version': '2.0.0',
          ...headers,
        },
      });
      const isSuccess = answer.status >= 200 && answer.status < 300;
      if (isSuccess || accepts.includes(answer.status)) return answer;
      throw faultOf(answer, api, request.isIrreversible ?? false, calls.now());
    },
  };
}

/** The token leaves for LinkedIn alone, whatever address an answer names for an upload. */
function isOfLinkedIn({ origin, protocol, hostname }: URL, api: PlatformApi): boolean {
  return origin === api.origin || (protocol === 'https:' && /(^|\.)linkedin\.com$/.test(hostname));
}

/** An answer's JSON. PublishError `transient` where it has another shape, as a proxy's page does. */
export function parsed<T>(schema: z.ZodType<T>, answer: PlatformAnswer): T {
  const { success, data } = schema.safeParse(answer.json);
  if (success) return data;
  throw new PublishError('transient', `The answer is not one of LinkedIn's: ${wordsOf(answer)}`);
}

/** https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/error-handling */
function faultOf(answer: PlatformAnswer, api: PlatformApi, isIrreversible: boolean, now: Date): PublishError {
  const { status, headers } = answer;
  const words = wordsOf(answer);
  if (status === 426) {
    return new PublishError(
      'rejected',
      `${words} LinkedIn has ended version ${api.version} of its API. Update Local Agent, or set platformApis.linkedin.version to a newer one; then retry.`,
    );
  }
  if (status === 429) return new PublishError('rate_limit', words, { retryAt: retryAfter(headers, now) });
  if (status === 413) return new PublishError('rejected', `Too large for LinkedIn: ${words}`);
  // A page in place of JSON comes from a proxy before LinkedIn, and says nothing about the token or the post.
  if (status === 408 || status >= 500 || answer.json === undefined)
    return new PublishError(isIrreversible ? 'unknown' : 'transient', words);
  if (status === 401) return new PublishError('auth', `${words} Make a new token, and connect the account with it.`);
  if (status === 403 && /not enough permissions/i.test(words))
    return new PublishError('auth', `${words} ${NEEDS_SCOPE}`);
  return new PublishError('rejected', words);
}

const NEEDS_SCOPE =
  'Add the product "Share on LinkedIn" to your app, and make a token with openid, profile and w_member_social.';

const wordsSchema = z
  .object({ message: z.string().optional().catch(undefined), code: z.string().optional().catch(undefined) })
  .catch({});

/** What LinkedIn says of a trouble. */
export function wordsOf({ status, json }: Pick<PlatformAnswer, 'status' | 'json'>): string {
  const { message, code } = wordsSchema.parse(json);
  const words = (message ?? code ?? '').slice(0, WORDS_MAX);
  if (words === '') return `LinkedIn answered ${status}.`;
  return /[.!?]$/.test(words) ? words : `${words}.`;
}
