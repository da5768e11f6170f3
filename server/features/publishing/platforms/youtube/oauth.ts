import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import type { LeftOver } from '../../../../../shared/publishing/publishing-api.ts';
import type { PlatformAnswer, PlatformCalls } from '../../platform-calls.ts';
import { PublishError } from '../../publisher.ts';
import { type LoopbackSignIn, tokenTextSchema } from '../loopback-sign-in.ts';

/** Uploads, deletes, comments and reads: one scope, so that no part of it can be left out on the consent page. */
export const SCOPE = 'https://www.googleapis.com/auth/youtube.force-ssl';
/** A person waits for it. */
const REVOKE_LIMIT_MS = 10_000;
export const PERMISSIONS_PAGE = 'https://myaccount.google.com/connections';

/** The person's own app in Google's console. */
export type GoogleApp = { clientId: string; clientSecret: string };

const seconds = z.number().positive().max(1e9);

const tokenSchema = z.object({
  access_token: tokenTextSchema,
  expires_in: seconds,
  scope: z.string().catch(''),
  /** With the first answer only. */
  refresh_token: tokenTextSchema.optional(),
  /** Of a project in "Testing", whose log-ins end after 7 days. */
  refresh_token_expires_in: seconds.optional().catch(undefined),
});

/** Timestamps are ISO 8601. `endsAt` is the end of the log-in; null where none is known. */
export type Tokens = { accessToken: string; expiresAt: string; refreshToken: string; endsAt: string | null };

/**
 * Where the person allows it. `access_type` and `prompt` make Google give out a refresh token, also the second time.
 * https://developers.google.com/identity/protocols/oauth2/native-app
 */
export function authorizeUrl(
  { site }: Pick<PlatformApi, 'site'>,
  { clientId }: GoogleApp,
  { redirectUri, state, challenge }: LoopbackSignIn,
): string {
  const url = new URL('/o/oauth2/v2/auth', site);
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: SCOPE,
    state,
    code_challenge: challenge.toString('base64url'),
    code_challenge_method: 'S256',
    access_type: 'offline',
    prompt: 'consent',
  }).toString();
  return url.href;
}

/** PublishError `auth` for a code that is none or was used, an app that is none, and a permission that was left out. */
export async function exchangeCode(
  api: PlatformApi,
  app: GoogleApp,
  { code, redirectUri, verifier }: { code: string; redirectUri: string; verifier: string },
  calls: PlatformCalls,
): Promise<Tokens> {
  const answer = await tokenCall(api, app, calls, 'exchange code', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  const { scope, refresh_token } = answer;
  if (!scope.split(' ').includes(SCOPE))
    throw new PublishError('auth', 'You did not allow Local Agent to manage your YouTube videos. Begin again.');
  if (!refresh_token)
    throw new PublishError('auth', 'Google gave out no lasting login. Remove the app in your account and begin again.');
  return tokensOf({ ...answer, refresh_token }, calls.now());
}

/** PublishError `auth` where the log-in has ended: in "Testing" after 7 days, or the person ended it. */
export async function renewTokens(
  api: PlatformApi,
  app: GoogleApp,
  { refreshToken, endsAt }: Pick<Tokens, 'refreshToken' | 'endsAt'>,
  calls: PlatformCalls,
): Promise<Tokens> {
  const answer = await tokenCall(api, app, calls, 'renew token', {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  });
  const renewed = tokensOf({ ...answer, refresh_token: answer.refresh_token ?? refreshToken }, calls.now());
  return { ...renewed, endsAt: renewed.endsAt ?? endsAt };
}

type TokenAnswer = z.infer<typeof tokenSchema>;

function tokensOf(token: TokenAnswer & { refresh_token: string }, now: Date): Tokens {
  const after = (length: number) => new Date(now.getTime() + length * 1000).toISOString();
  const { refresh_token_expires_in: lasts } = token;
  return {
    accessToken: token.access_token,
    expiresAt: after(token.expires_in),
    refreshToken: token.refresh_token,
    endsAt: lasts === undefined ? null : after(lasts),
  };
}

const refusalSchema = z
  .object({ error: z.string().catch(''), error_description: z.string().catch('') })
  .catch({ error: '', error_description: '' });

async function tokenCall(
  { origin, tokenOrigin = origin }: PlatformApi,
  { clientId, clientSecret }: GoogleApp,
  calls: PlatformCalls,
  step: string,
  fields: Record<string, string>,
): Promise<TokenAnswer> {
  const { code, code_verifier, refresh_token } = fields;
  const secrets = [clientSecret, code, code_verifier, refresh_token].filter((text) => text !== undefined);
  const answer = await calls.send({
    step,
    method: 'POST',
    url: new URL('/token', tokenOrigin),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    secrets,
    body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...fields }).toString(),
  });
  if (answer.status !== 200) throw refusal(answer);
  const { success, data } = tokenSchema.safeParse(answer.json);
  if (!success) throw new PublishError('transient', 'The answer is not one of Google’s.');
  return data;
}

function refusal({ status, json }: PlatformAnswer): PublishError {
  const { error, error_description } = refusalSchema.parse(json);
  const said = error_description || error || `Google answered ${status}.`;
  if (error === 'invalid_grant') return new PublishError('auth', `Google no longer accepts the login: ${said}`);
  if (error === 'invalid_client' || error === 'unauthorized_client' || error === 'deleted_client')
    return new PublishError('auth', `Google does not know this client ID and secret: ${said}`);
  if (status === 429) return new PublishError('rate_limit', said);
  return new PublishError(status >= 500 || error === '' ? 'transient' : 'auth', said);
}

/** Ends the log-in at Google. https://developers.google.com/identity/protocols/oauth2/native-app#tokenrevoke */
export async function revoke(
  { origin, tokenOrigin = origin }: PlatformApi,
  refreshToken: string,
  calls: PlatformCalls,
): Promise<LeftOver | null> {
  const stays = (why: string) => ({
    text: `Google did not end the permission of your app (${why}). Remove it among the connections of your account.`,
    url: PERMISSIONS_PAGE,
  });
  try {
    const answer = await calls.send({
      step: 'revoke token',
      method: 'POST',
      url: new URL('/revoke', tokenOrigin),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      secrets: [refreshToken],
      body: new URLSearchParams({ token: refreshToken }).toString(),
      limitMs: REVOKE_LIMIT_MS,
    });
    const { error, error_description } = refusalSchema.parse(answer.json);
    // It has ended already.
    if (answer.status === 200 || error === 'invalid_token') return null;
    return stays(error_description || error || `it answered ${answer.status}`);
  } catch (error) {
    if (!(error instanceof PublishError)) throw error;
    return stays(error.message);
  }
}
