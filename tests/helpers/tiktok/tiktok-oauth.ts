import { randomBytes } from 'node:crypto';
import { type Grants, consentPage as pageOf, type Reply, redirectTo } from '../publishing/imitation.ts';

export const APP = { key: 'awclientkey123', secret: 'tIkToKcLiEnTsEcReT0123456789abcd' };
const DAY_MS = 24 * 3_600_000;
const OF_APP = ['user.info.basic', 'video.upload', 'video.publish', 'video.list', 'user.info.stats'];

/** A login of the person's: its tokens change with each renewal. */
export type Login = { access: string; refresh: string; scopes: string[]; expiresAt: number; isRevoked: boolean };
export type TikTokAccounts = { now: () => number; grants: Grants<{ scopes: string[] }>; logins: Login[] };

/** https://developers.tiktok.com/doc/login-kit-desktop */
export function consentPage(url: URL, query = url.searchParams): Reply {
  const wrong = (error: string): Reply => ({ status: 400, body: `<h1>Something went wrong</h1><p>${error}</p>` });
  if (query.get('client_key') !== APP.key) return wrong('client_key');
  if (!/^http:\/\/127\.0\.0\.1:\d+\/api\/channels\/return$/.test(query.get('redirect_uri') ?? ''))
    return wrong('redirect_uri');
  if (query.get('response_type') !== 'code' || !query.get('state')) return wrong('response_type');
  if (!(query.get('scope') ?? '').split(',').every((scope) => OF_APP.includes(scope))) return wrong('scope');
  if (query.get('code_challenge_method') !== 'S256' || !/^[0-9a-f]{64}$/.test(query.get('code_challenge') ?? ''))
    return wrong('code_challenge');
  return pageOf('Log in | TikTok', url);
}

/** The person's decision: `allow`, `cancel`, or a scope that is left out. */
export function decide({ grants }: TikTokAccounts, url: URL, form: Record<string, string>): Reply {
  const page = consentPage(url, new URLSearchParams(form));
  if (page.status !== 200) return page;
  const { redirect_uri: redirectUri = '', state = '', code_challenge: challenge = '', decision, scope = '' } = form;
  if (decision === 'cancel')
    return redirectTo(redirectUri, { state, error: 'access_denied', error_description: 'The user denied the request' });
  const scopes = scope.split(',').filter((one) => one !== decision);
  const code = grants.give({ redirectUri, challenge, scopes }, `${randomBytes(20).toString('base64url')}*0!4621`);
  return redirectTo(redirectUri, { state, code, scopes: scopes.join(',') });
}

const refusal = (error: string, error_description: string): Reply => ({
  status: 400,
  body: { error, error_description, log_id: '20261122' },
});

type Given = { accounts: TikTokAccounts; openId: string };

/** Each renewal ends the tokens before. https://developers.tiktok.com/doc/oauth-user-access-token-management */
export function giveToken({ accounts, openId }: Given, form: Record<string, string>): Reply {
  const { grants, logins, now } = accounts;
  if (form.client_key !== APP.key || form.client_secret !== APP.secret)
    return refusal('invalid_client', 'Client key or secret is incorrect.');
  // https://developers.tiktok.com/doc/client-access-token-management
  if (form.grant_type === 'client_credentials')
    return { status: 200, body: { access_token: 'clt.1', expires_in: 7200, token_type: 'Bearer' } };
  if (form.grant_type === 'refresh_token') {
    const login = logins.find(({ refresh, isRevoked }) => refresh === form.refresh_token && !isRevoked);
    if (!login) return refusal('invalid_grant', 'Refresh token is invalid or expired.');
    Object.assign(login, newTokens(now()));
    return { status: 200, body: tokenAnswer(login, openId) };
  }
  const grant = grants.take(form);
  if (!grant) return refusal('invalid_grant', 'Authorization code is expired.');
  const login = { ...newTokens(now()), scopes: grant.scopes, isRevoked: false };
  logins.push(login);
  return { status: 200, body: tokenAnswer(login, openId) };
}

function newTokens(now: number) {
  const text = () => randomBytes(24).toString('base64url');
  return { access: `act.${text()}`, refresh: `rft.${text()}`, expiresAt: now + DAY_MS };
}

function tokenAnswer({ access, refresh, scopes }: Login, openId: string): object {
  return {
    access_token: access,
    expires_in: 86_400,
    open_id: openId,
    refresh_expires_in: 31_536_000,
    refresh_token: refresh,
    scope: scopes.join(','),
    token_type: 'Bearer',
  };
}

export function revokeToken({ logins }: TikTokAccounts, form: Record<string, string>): Reply {
  const login = logins.find(({ access, isRevoked }) => access === form.token && !isRevoked);
  if (!login || form.client_secret !== APP.secret) return refusal('invalid_request', 'Token is invalid.');
  login.isRevoked = true;
  return { status: 200 };
}
