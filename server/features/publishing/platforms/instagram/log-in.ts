import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import { META_RETURN_ADDRESS } from '../../../../../shared/platforms/facebook/token-entry.ts';
import type { PlatformAnswer, PlatformCalls } from '../../platform-calls.ts';
import { PublishError } from '../../publisher.ts';
import { addressOf, isSuccess, sentence } from '../kit/api.ts';
import { postForm } from '../kit/oauth.ts';
import { parsed, tokenSchema } from '../meta/graph.ts';
import { type MetaApp, ofApp } from '../meta/log-in.ts';
import { issued, type LongToken } from '../meta/long-token.ts';

/** The permissions of an account's own log-in. */
export const INSTAGRAM_SCOPES = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
];

/** Newer answers have a list of one. */
const one = z.object({ access_token: tokenSchema });
const shortSchema = z.union([
  one,
  z.object({ data: z.array(one).min(1) }).transform(({ data: [first] }) => first as z.infer<typeof one>),
]);

/**
 * The account's token of 60 days, by way of one for an hour. PublishError `auth` for an invalid or reused code, and an
 * invalid app.
 * https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login
 */
export async function tokenOf(
  api: PlatformApi,
  { appId, appSecret }: MetaApp,
  code: string,
  calls: PlatformCalls,
): Promise<LongToken> {
  const form = {
    client_id: appId,
    client_secret: appSecret,
    grant_type: 'authorization_code',
    redirect_uri: META_RETURN_ADDRESS,
    code,
  };
  const url = addressOf(api.tokenOrigin ?? api.origin, '/oauth/access_token');
  const answer = await postForm(calls, 'exchange code', url, form);
  if (!isSuccess(answer)) throw refusal(answer);
  const { access_token: short } = parsed(shortSchema, answer);
  const query = { grant_type: 'ig_exchange_token', client_secret: appSecret };
  const request = { step: 'exchange token', path: '/access_token', query, secrets: [appSecret] };
  return { ...(await issued(api, short, request, calls)), renewedAt: calls.now().toISOString() };
}

const refusalSchema = z.object({ error_message: z.string().catch('') }).catch({ error_message: '' });

/** api.instagram.com has a form of its own for errors. */
function refusal(answer: PlatformAnswer): PublishError {
  const { error_message } = refusalSchema.parse(answer.json);
  const said = sentence(error_message, `Instagram answered ${answer.status}.`);
  if (answer.status === 429) return new PublishError('rate_limit', said);
  const isOwn = error_message !== '' && answer.status < 500;
  return ofApp(new PublishError(isOwn ? 'auth' : 'transient', said));
}
