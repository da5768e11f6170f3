import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import { META_RETURN_ADDRESS } from '../../../../../shared/platforms/facebook/token-entry.ts';
import type { PlatformAnswer, PlatformCalls } from '../../platform-calls.ts';
import { PublishError } from '../../publisher.ts';
import { addressOf, isSuccess, sentence, withoutSecrets } from '../kit/api.ts';
import { postForm } from '../kit/oauth.ts';
import { parsed, tokenSchema } from './graph.ts';
import { type MetaApp, ofApp } from './log-in.ts';
import { issued, type LongToken } from './long-token.ts';

/** Newer answers of Instagram contain a list with one of these. */
const one = z.object({
  access_token: tokenSchema,
  /** Sent by Instagram, as a list or separated by commas. */
  permissions: z
    .union([
      z.array(z.string()).max(100),
      z
        .string()
        .max(5000)
        .transform((all) => all.split(',')),
    ])
    .optional()
    .catch(undefined),
});
const shortSchema = z.union([
  one,
  z.object({ data: z.array(one).min(1) }).transform(({ data: [first] }) => first as z.infer<typeof one>),
]);

type Platform = { name: 'Instagram' | 'Threads'; grantType: 'ig_exchange_token' | 'th_exchange_token' };

/**
 * Exchanges the code of a login for a 60-day token, by way of a token valid for an hour. `granted`: its permissions;
 * null if they are not reported. Throws PublishError `auth` for an invalid or reused code, and an invalid app.
 * https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login
 * https://developers.facebook.com/documentation/threads/get-started/get-access-tokens-and-permissions
 */
export async function longTokenOf(
  api: PlatformApi,
  { name, grantType }: Platform,
  { appId, appSecret }: MetaApp,
  code: string,
  calls: PlatformCalls,
): Promise<LongToken & { granted: readonly string[] | null }> {
  const form = {
    client_id: appId,
    client_secret: appSecret,
    grant_type: 'authorization_code',
    redirect_uri: META_RETURN_ADDRESS,
    code,
  };
  const url = addressOf(api.tokenOrigin ?? api.origin, '/oauth/access_token');
  const answer = await postForm(calls, 'exchange code', url, form);
  if (!isSuccess(answer)) throw refusal(name, withoutSecrets([appSecret], answer));
  const { access_token: short, permissions: granted = null } = parsed(shortSchema, answer);
  const query = { grant_type: grantType, client_secret: appSecret };
  const request = { step: 'exchange token', path: '/access_token', query, secrets: [appSecret] };
  return { ...(await issued(api, short, request, calls)), renewedAt: calls.now().toISOString(), granted };
}

const refusalSchema = z.object({ error_message: z.string().catch('') }).catch({ error_message: '' });

/** Both platforms have their own error format here. */
function refusal(name: Platform['name'], answer: PlatformAnswer): PublishError {
  const { error_message } = refusalSchema.parse(answer.json);
  const said = sentence(error_message, `${name} answered ${answer.status}.`);
  if (answer.status === 429) return new PublishError('rate_limit', said);
  const isOwn = error_message !== '' && answer.status < 500;
  return ofApp(new PublishError(isOwn ? 'auth' : 'transient', said));
}
