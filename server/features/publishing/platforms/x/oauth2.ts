import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import type { LeftOver } from '../../../../../shared/publishing/publishing-api.ts';
import type { PlatformAnswer, PlatformCalls } from '../../platform-calls.ts';
import { PublishError } from '../../publisher.ts';
import { addressOf } from '../kit/api.ts';
import {
  codeRequest,
  endLogIn,
  type LoopbackSignIn,
  REVOKE_LIMIT_MS,
  refusalOf,
  secretsIn,
  tokenTextSchema,
} from '../kit/oauth.ts';

/** Where the user revokes an app's permissions. */
const CONNECTED_APPS = 'https://x.com/settings/connected_apps';

/** Without offline.access, there is no refresh token. */
const SCOPES = ['tweet.read', 'tweet.write', 'tweet.moderate.write', 'users.read', 'media.write', 'offline.access'];

/** The user's own app. A public client has no secret. */
export const appSchema = z.object({ clientId: tokenTextSchema, clientSecret: tokenTextSchema.nullable() });
export type XApp = z.infer<typeof appSchema>;

export const tokensSchema = z.object({
  accessToken: tokenTextSchema,
  refreshToken: tokenTextSchema,
  expiresAt: z.iso.datetime(),
});
export type Tokens = z.infer<typeof tokensSchema>;

const answerSchema = z.object({
  access_token: tokenTextSchema,
  expires_in: z.number().positive().max(1e9),
  refresh_token: tokenTextSchema.optional(),
  scope: z.string().catch(''),
});

/** Throws PublishError `rejected` for values that cannot be an app's client ID and secret. */
export function appOf({ clientId, clientSecret }: { clientId: string; clientSecret?: string | undefined }): XApp {
  const { success, data } = appSchema.safeParse({ clientId, clientSecret: clientSecret ?? null });
  if (!success) throw new PublishError('rejected', 'The Client ID or the Client Secret contains spaces.');
  if (clientId === clientSecret)
    throw new PublishError(
      'rejected',
      'The Client ID and the Client Secret are the same text. Copy each from its line.',
    );
  if (/^\d{1,19}-/.test(clientId))
    throw new PublishError(
      'rejected',
      'This is an Access Token. The Client ID is under "OAuth 2.0 Client ID and Client Secret".',
    );
  return data;
}

/** https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token */
export function authorizeUrl({ site }: Pick<PlatformApi, 'site'>, { clientId }: XApp, signIn: LoopbackSignIn): string {
  return addressOf(site, '/i/oauth2/authorize', {
    ...codeRequest(clientId, signIn, SCOPES.join(' ')),
    code_challenge: signIn.challenge.toString('base64url'),
    code_challenge_method: 'S256',
  }).href;
}

/** Throws PublishError `auth` for an invalid or reused code, an invalid app, and missing permissions. */
export async function exchangeCode(
  api: PlatformApi,
  app: XApp,
  { code, redirectUri, verifier }: { code: string; redirectUri: string; verifier: string },
  calls: PlatformCalls,
): Promise<Tokens> {
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
  const { tokens, scopes } = await tokenCall(api, app, calls, 'exchange code', form);
  const missing = SCOPES.filter((scope) => !scopes.includes(scope));
  if (missing.length === 0 && tokens) return tokens;
  throw new PublishError(
    'auth',
    `X gave no permission for ${(missing.length > 0 ? missing : ['offline.access']).join(', ')}. Set the app to "Read and write" under User authentication settings, and start again.`,
  );
}

/**
 * A refresh token works once: the answer contains the next one. Throws PublishError `auth` if the login has ended, or
 * if an earlier refresh with this token succeeded at X but its answer was lost.
 * https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code
 */
export async function renewTokens(
  api: PlatformApi,
  app: XApp,
  { refreshToken }: Pick<Tokens, 'refreshToken'>,
  calls: PlatformCalls,
): Promise<Tokens> {
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const { tokens } = await tokenCall(api, app, calls, 'renew token', form);
  if (tokens) return tokens;
  throw new PublishError('auth', 'X returned no new refresh token. Connect the account again.');
}

async function tokenCall(
  api: PlatformApi,
  app: XApp,
  calls: PlatformCalls,
  step: string,
  fields: Record<string, string>,
): Promise<{ tokens: Tokens | null; scopes: string[] }> {
  const answer = await send(api, app, calls, { step, path: 'oauth2/token', fields });
  const { success, data } = answerSchema.safeParse(answer.json);
  if (!success) throw refusal(answer, app);
  const expiresAt = new Date(calls.now().getTime() + data.expires_in * 1000).toISOString();
  const tokens = data.refresh_token
    ? { accessToken: data.access_token, refreshToken: data.refresh_token, expiresAt }
    : null;
  return { tokens, scopes: data.scope.split(' ') };
}

/** A confidential client authenticates in a header; a public one sends its ID in the form. */
function send(
  { origin, version }: PlatformApi,
  { clientId, clientSecret }: XApp,
  calls: PlatformCalls,
  {
    step,
    path,
    fields,
    limitMs,
  }: { step: string; path: string; fields: Record<string, string>; limitMs?: number | undefined },
): Promise<PlatformAnswer> {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  return calls.send({
    step,
    url: addressOf(origin, `/${version}/${path}`),
    form: clientSecret === null ? { ...fields, client_id: clientId } : fields,
    ...(clientSecret !== null && { headers: { authorization: `Basic ${basic}` } }),
    secrets: [...secretsIn(fields), ...(clientSecret === null ? [] : [clientSecret])],
    ...(limitMs && { limitMs }),
  });
}

function refusal(answer: PlatformAnswer, { clientSecret }: XApp): PublishError {
  const { status } = answer;
  const { error, said } = refusalOf(answer, `X answered ${status}.`);
  if (status === 429) return new PublishError('rate_limit', said);
  if (status >= 500 || answer.json === undefined || error === '') return new PublishError('transient', said);
  if (error === 'unauthorized_client' && clientSecret === null)
    return new PublishError(
      'auth',
      `Your app is a confidential client ("Web App"), which has a Client Secret: enter that as well. X says: ${said}`,
    );
  if (error === 'unauthorized_client' || error === 'invalid_client')
    return new PublishError(
      'auth',
      `X does not know this Client ID and Client Secret: ${said}. They are not the API Key and its secret.`,
    );
  return new PublishError('auth', `X does not accept the login: ${said}. Connect the account again.`);
}

/** https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token#revoke */
export async function revoke(
  api: PlatformApi,
  app: XApp,
  { refreshToken }: Pick<Tokens, 'refreshToken'>,
  calls: PlatformCalls,
): Promise<LeftOver | null> {
  const left = (why: string) => ({
    text: `X did not end the permission of your app (${why}). Revoke it under Settings, Apps and sessions, Connected apps.`,
    url: CONNECTED_APPS,
  });
  return await endLogIn(left, async () => {
    const request = { step: 'revoke token', path: 'oauth2/revoke', fields: { token: refreshToken } };
    const answer = await send(api, app, calls, { ...request, limitMs: REVOKE_LIMIT_MS });
    return answer.status === 200 ? null : refusalOf(answer, `it answered ${answer.status}`).said;
  });
}
