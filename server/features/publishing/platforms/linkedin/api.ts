import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import { type PlatformAnswer, type PlatformCalls, retryAfter } from '../../platform-calls.ts';
import { PublishError } from '../../publisher.ts';
import { type Api, openApi, parserOf, sendingWithToken, sentence, unproved } from '../kit/api.ts';
import type { TokenSource } from '../kit/oauth.ts';

/** Calls of LinkedIn's versioned API with a member's token. A path may be a complete URL from LinkedIn. */
export type LinkedInApi = Api & { site: string };

/** The token lacks a scope, or its member a role. */
export class MissingPermission extends PublishError {
  constructor(message: string) {
    super('auth', message);
    this.name = 'MissingPermission';
  }
}

/** `needs` is the remedy for a missing permission. */
export function linkedInApi(
  api: PlatformApi,
  token: TokenSource,
  calls: PlatformCalls,
  needs = NEEDS_SCOPE,
): LinkedInApi {
  const fault = (answer: PlatformAnswer, isIrreversible: boolean) =>
    faultOf(answer, api, isIrreversible, { now: calls.now(), needs });
  const openWith = (accessToken: string) =>
    openApi(calls, {
      base: api.origin,
      authorization: () => ({
        authorization: `Bearer ${accessToken}`,
        'linkedin-version': api.version,
        'x-restli-protocol-version': '2.0.0',
      }),
      guard(url) {
        if (!isOfLinkedIn(url, api)) throw new PublishError('rejected', `LinkedIn returned an address of ${url.host}.`);
      },
      faultOf: fault,
    });
  return { calls, send: sendingWithToken(token, openWith, fault), site: api.site };
}

/** The token is only sent to LinkedIn, whatever upload URL an answer contains. */
function isOfLinkedIn({ origin, protocol, hostname }: URL, api: PlatformApi): boolean {
  return origin === api.origin || (protocol === 'https:' && /(^|\.)linkedin\.com$/.test(hostname));
}

export const parsed = parserOf((answer) => `The answer is not one of LinkedIn's: ${wordsOf(answer)}`);

/** https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/error-handling */
function faultOf(
  answer: PlatformAnswer,
  api: PlatformApi,
  isIrreversible: boolean,
  { now, needs }: { now: Date; needs: string },
): PublishError {
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
  // A page instead of JSON comes from a proxy, and says nothing about the token or the post.
  if (status === 408 || status >= 500 || answer.json === undefined)
    return new PublishError(unproved(isIrreversible), words);
  if (status === 401)
    return new PublishError('auth', `${words} Renew the login, or connect the account with a new token.`);
  if (status === 403 && /not enough permissions/i.test(words)) return new MissingPermission(`${words} ${needs}`);
  return new PublishError('rejected', words);
}

export const NEEDS_SCOPE =
  'Add the products "Share on LinkedIn" and "Sign In with LinkedIn using OpenID Connect" to your app, and connect again with openid, profile and w_member_social.';

export const NEEDS_PAGE =
  'Posting as a company page needs the product "Community Management API", which LinkedIn has to approve for your app, and the login of an administrator of the page.';

const wordsSchema = z
  .object({ message: z.string().optional().catch(undefined), code: z.string().optional().catch(undefined) })
  .catch({});

/** LinkedIn's error message. */
export function wordsOf({ status, json }: Pick<PlatformAnswer, 'status' | 'json'>): string {
  const { message, code } = wordsSchema.parse(json);
  return sentence(message ?? code ?? '', `LinkedIn answered ${status}.`);
}
