import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import type { LeftOver } from '../../../../../shared/publishing/publishing-api.ts';
import type { PlatformAnswer, PlatformCalls } from '../../platform-calls.ts';
import { PublishError } from '../../publisher.ts';
import { endsSoon, type LoopbackSignIn, tokenTextSchema } from '../loopback-sign-in.ts';

/** A person waits for it. */
const REVOKE_LIMIT_MS = 10_000;
const PERMISSIONS_PAGE = 'https://www.tiktok.com/setting';

/** The person's own app in TikTok's portal. */
export type TikTokApp = { clientKey: string; clientSecret: string };

const seconds = z.number().positive().max(1e9);

const tokenSchema = z.object({
  access_token: tokenTextSchema,
  expires_in: seconds,
  refresh_token: tokenTextSchema,
  refresh_expires_in: seconds,
  scope: z.string(),
});

/** Timestamps are ISO 8601. `endsAt` is the end of the log-in. */
export type Tokens = {
  accessToken: string;
  expiresAt: string;
  refreshToken: string;
  endsAt: string;
  scopes: string[];
};

/** The challenge is SHA-256 in hex, unlike in RFC 7636. https://developers.tiktok.com/doc/login-kit-desktop */
export function authorizeUrl(
  { site, version }: Pick<PlatformApi, 'site' | 'version'>,
  { clientKey }: TikTokApp,
  { redirectUri, state, challenge }: LoopbackSignIn,
  scopes: readonly string[],
): string {
  const url = new URL(`/${version}/auth/authorize/`, site);
  url.search = new URLSearchParams({
    client_key: clientKey,
    response_type: 'code',
    scope: scopes.join(','),
    redirect_uri: redirectUri,
    state,
    code_challenge: challenge.toString('hex'),
    code_challenge_method: 'S256',
  }).toString();
  return url.href;
}

/** PublishError `auth` for a code that is none or was used, and an app that is none. */
export function exchangeCode(
  api: PlatformApi,
  app: TikTokApp,
  { code, redirectUri, verifier }: { code: string; redirectUri: string; verifier: string },
  calls: PlatformCalls,
): Promise<Tokens> {
  return tokenCall(api, app, calls, 'exchange code', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
}

/** Each answer may bring another refresh token, which is good from then on. PublishError `auth` for an ended log-in. */
export function renewTokens(api: PlatformApi, app: TikTokApp, refreshToken: string, calls: PlatformCalls) {
  const fields = { grant_type: 'refresh_token', refresh_token: refreshToken };
  return tokenCall(api, app, calls, 'renew token', fields);
}

const refusalSchema = z
  .object({ error: z.string().catch(''), error_description: z.string().catch('') })
  .catch({ error: '', error_description: '' });

/** A refusal may come with status 200. https://developers.tiktok.com/doc/oauth-user-access-token-management */
async function tokenCall(
  { origin, version }: PlatformApi,
  { clientKey, clientSecret }: TikTokApp,
  calls: PlatformCalls,
  step: string,
  fields: Record<string, string>,
): Promise<Tokens> {
  const { code, code_verifier, refresh_token } = fields;
  const answer = await calls.send({
    step,
    method: 'POST',
    url: new URL(`/${version}/oauth/token/`, origin),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'cache-control': 'no-cache' },
    secrets: [clientSecret, code, code_verifier, refresh_token].filter((text) => text !== undefined),
    body: new URLSearchParams({ client_key: clientKey, client_secret: clientSecret, ...fields }).toString(),
  });
  const { success, data } = tokenSchema.safeParse(answer.json);
  if (!success) throw refusal(answer);
  const after = (length: number) => new Date(calls.now().getTime() + length * 1000).toISOString();
  return {
    accessToken: data.access_token,
    expiresAt: after(data.expires_in),
    refreshToken: data.refresh_token,
    endsAt: after(data.refresh_expires_in),
    scopes: data.scope.split(','),
  };
}

function refusal({ status, json }: PlatformAnswer): PublishError {
  const { error, error_description } = refusalSchema.parse(json);
  const said = error_description || error || `TikTok answered ${status}.`;
  if (error === 'invalid_grant') return new PublishError('auth', `TikTok no longer accepts the login: ${said}`);
  if (error === 'invalid_client')
    return new PublishError('auth', `TikTok does not know this client key and secret: ${said}`);
  if (status === 429 || error === 'rate_limit_exceeded') return new PublishError('rate_limit', said);
  return new PublishError(status >= 500 || error === '' || error === 'server_error' ? 'transient' : 'auth', said);
}

/**
 * Ends the log-in at TikTok, by an access token that holds: nobody keeps one that is renewed for it.
 * https://developers.tiktok.com/doc/oauth-user-access-token-management
 */
export async function revoke(
  api: PlatformApi,
  app: TikTokApp,
  tokens: Tokens,
  calls: PlatformCalls,
): Promise<LeftOver | null> {
  const stays = (why: string) => ({
    text: `TikTok did not end the permission of your app (${why}). Remove it in the app under Settings, Security & permissions, Apps and services permissions.`,
    url: PERMISSIONS_PAGE,
  });
  const { origin, version } = api;
  const { clientKey, clientSecret } = app;
  try {
    const isOver = endsSoon(tokens.expiresAt, calls.now());
    const { accessToken } = isOver ? await renewTokens(api, app, tokens.refreshToken, calls) : tokens;
    const answer = await calls.send({
      step: 'revoke token',
      method: 'POST',
      url: new URL(`/${version}/oauth/revoke/`, origin),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      secrets: [clientSecret, accessToken],
      body: new URLSearchParams({ client_key: clientKey, client_secret: clientSecret, token: accessToken }).toString(),
      limitMs: REVOKE_LIMIT_MS,
    });
    const { error, error_description } = refusalSchema.parse(answer.json);
    if (answer.status === 200 && error === '') return null;
    return stays(error_description || error || `it answered ${answer.status}`);
  } catch (error) {
    if (!(error instanceof PublishError)) throw error;
    return stays(error.message);
  }
}
