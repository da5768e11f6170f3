import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import type { LeftOver } from '../../../../../shared/publishing/publishing-api.ts';
import type { PlatformAnswer, PlatformCalls } from '../../platform-calls.ts';
import { PublishError } from '../../publisher.ts';
import { addressOf } from '../kit/api.ts';
import {
  endLogIn,
  endsSoon,
  type LoopbackSignIn,
  postForm,
  REVOKE_LIMIT_MS,
  refusalOf,
  tokenTextSchema,
} from '../kit/oauth.ts';

const PERMISSIONS_PAGE = 'https://www.tiktok.com/setting';

/** The user's own app in TikTok's portal. */
export type TikTokApp = { clientKey: string; clientSecret: string };

const seconds = z.number().positive().max(1e9);

const tokenSchema = z.object({
  access_token: tokenTextSchema,
  expires_in: seconds,
  refresh_token: tokenTextSchema,
  refresh_expires_in: seconds,
  scope: z.string(),
});

/** Timestamps are ISO 8601. `endsAt` is when the login expires. */
export type Tokens = {
  accessToken: string;
  expiresAt: string;
  refreshToken: string;
  endsAt: string;
  scopes: string[];
};

/**
 * The challenge is the verifier's SHA-256 in hex, unlike RFC 7636. https://developers.tiktok.com/doc/login-kit-desktop
 */
export function authorizeUrl(
  { site, version }: Pick<PlatformApi, 'site' | 'version'>,
  { clientKey }: TikTokApp,
  { redirectUri, state, challenge }: LoopbackSignIn,
  scopes: readonly string[],
): string {
  return addressOf(site, `/${version}/auth/authorize/`, {
    client_key: clientKey,
    response_type: 'code',
    scope: scopes.join(','),
    redirect_uri: redirectUri,
    state,
    code_challenge: challenge.toString('hex'),
    code_challenge_method: 'S256',
  }).href;
}

/** Throws PublishError `auth` for an invalid or reused code, or an invalid app. */
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

/**
 * Each answer may contain a new refresh token, which replaces the previous one. Throws PublishError `auth` if the login
 * has ended.
 */
export function renewTokens(api: PlatformApi, app: TikTokApp, refreshToken: string, calls: PlatformCalls) {
  const fields = { grant_type: 'refresh_token', refresh_token: refreshToken };
  return tokenCall(api, app, calls, 'renew token', fields);
}

/** Errors may have status 200. https://developers.tiktok.com/doc/oauth-user-access-token-management */
async function tokenCall(
  { origin, version }: PlatformApi,
  { clientKey, clientSecret }: TikTokApp,
  calls: PlatformCalls,
  step: string,
  fields: Record<string, string>,
): Promise<Tokens> {
  const form = { client_key: clientKey, client_secret: clientSecret, ...fields };
  const answer = await postForm(calls, step, addressOf(origin, `/${version}/oauth/token/`), form);
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

function refusal(answer: PlatformAnswer): PublishError {
  const { status } = answer;
  const { error, said } = refusalOf(answer, `TikTok answered ${status}.`);
  if (error === 'invalid_grant') return new PublishError('auth', `TikTok no longer accepts the login: ${said}`);
  if (error === 'invalid_client')
    return new PublishError('auth', `TikTok does not know this client key and secret: ${said}`);
  if (status === 429 || error === 'rate_limit_exceeded') return new PublishError('rate_limit', said);
  return new PublishError(status >= 500 || error === '' || error === 'server_error' ? 'transient' : 'auth', said);
}

/**
 * Ends the login at TikTok. Needs a valid access token; one that is refreshed for this is not stored.
 * https://developers.tiktok.com/doc/oauth-user-access-token-management
 */
export async function revoke(
  api: PlatformApi,
  app: TikTokApp,
  tokens: Tokens,
  calls: PlatformCalls,
): Promise<LeftOver | null> {
  const left = (why: string) => ({
    text: `TikTok did not end the permission of your app (${why}). Remove it in the app under Settings, Security & permissions, Apps and services permissions.`,
    url: PERMISSIONS_PAGE,
  });
  const { origin, version } = api;
  return await endLogIn(left, async () => {
    const isOver = endsSoon(tokens.expiresAt, calls.now());
    const { accessToken: token } = isOver ? await renewTokens(api, app, tokens.refreshToken, calls) : tokens;
    const form = { client_key: app.clientKey, client_secret: app.clientSecret, token };
    const url = addressOf(origin, `/${version}/oauth/revoke/`);
    const answer = await postForm(calls, 'revoke token', url, form, REVOKE_LIMIT_MS);
    const { error, said } = refusalOf(answer, `it answered ${answer.status}`);
    return answer.status === 200 && error === '' ? null : said;
  });
}
