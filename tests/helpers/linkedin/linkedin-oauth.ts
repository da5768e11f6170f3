import { randomBytes } from 'node:crypto';
import { type Grants, grantsOf, consentPage as pageOf, type Reply, redirectTo } from '../publishing/imitation.ts';

/** The redirect URL that is registered for the app: LinkedIn compares it to the letter. */
export const REDIRECT = 'http://127.0.0.1:3001/api/channels/return';
export const APP = { id: '77abcdefghij12', secret: 'WPL_AP1.secret.of.ada' };
const DAY_S = 86_400;

export type Login = {
  access: string;
  refresh: string | null;
  scopes: string[];
  expiresAt: number;
  endsAt: number;
  isRevoked: boolean;
};
export type LinkedInAccounts = {
  now: () => number;
  callback: string;
  /** Without its products, an app may not ask for their scopes. */
  products: string[];
  /** LinkedIn has approved the app for refresh tokens. */
  hasRefreshTokens: boolean;
  grants: Grants<{ scopes: string[] }>;
  logins: Login[];
};

export function newAccounts(now: () => number): LinkedInAccounts {
  const products = ['openid', 'profile', 'w_member_social'];
  return { now, callback: REDIRECT, products, hasRefreshTokens: false, grants: grantsOf(now), logins: [] };
}

/** https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow */
export function consentPage({ callback, products }: LinkedInAccounts, url: URL, query = url.searchParams): Reply {
  const wrong = (text: string): Reply => ({
    status: 400,
    body: `<h1>Bummer, something went wrong.</h1><p>${text}</p>`,
  });
  if (query.get('client_id') !== APP.id) return wrong('The passed in client_id is invalid');
  if (query.get('redirect_uri') !== callback) return wrong('The redirect_uri does not match the registered value');
  if (query.get('response_type') !== 'code') return wrong('response_type');
  const state = query.get('state') ?? '';
  const missing = (query.get('scope') ?? '').split(' ').find((scope) => !products.includes(scope));
  if (missing !== undefined)
    return redirectTo(callback, {
      state,
      error: 'unauthorized_scope_error',
      error_description: `Scope "${missing}" is not authorized for your application`,
    });
  return pageOf('Sign In | LinkedIn', url);
}

export function decide(accounts: LinkedInAccounts, url: URL, form: Record<string, string>): Reply {
  const page = consentPage(accounts, url, new URLSearchParams(form));
  if (page.status !== 200) return page;
  const { redirect_uri: redirectUri = '', state = '', decision, scope = '' } = form;
  if (decision === 'cancel')
    return redirectTo(redirectUri, {
      state,
      error: 'user_cancelled_authorize',
      error_description: 'The user cancelled the authorization',
    });
  const grant = { redirectUri, challenge: null, scopes: scope.split(' ') };
  const code = accounts.grants.give(grant, `AQ${randomBytes(40).toString('base64url')}`);
  return redirectTo(redirectUri, { state, code });
}

const refusal = (status: number, error: string, error_description: string): Reply => ({
  status,
  body: { error, error_description },
});

/** https://learn.microsoft.com/en-us/linkedin/shared/authentication/programmatic-refresh-tokens */
export function giveToken(accounts: LinkedInAccounts, form: Record<string, string>): Reply {
  const { grants, logins, now, hasRefreshTokens } = accounts;
  if (form.client_id !== APP.id || form.client_secret !== APP.secret)
    return refusal(401, 'invalid_client', 'Client authentication failed');
  const text = () => `AQ${randomBytes(60).toString('base64url')}`;
  if (form.grant_type === 'refresh_token') {
    const login = logins.find(({ refresh, isRevoked }) => refresh === form.refresh_token && !isRevoked);
    if (!login || login.endsAt <= now())
      return refusal(400, 'invalid_request', 'The provided authorization grant or refresh token is invalid');
    Object.assign(login, { access: text(), expiresAt: Math.min(now() + 60 * DAY_S * 1000, login.endsAt) });
    return { status: 200, body: tokenAnswer(login, now()) };
  }
  const grant = grants.take(form);
  if (!grant) return refusal(400, 'invalid_request', 'Unable to retrieve access token: authorization code expired');
  const endsAt = now() + 365 * DAY_S * 1000;
  const refresh = hasRefreshTokens ? text() : null;
  const { scopes } = grant;
  const login = { access: text(), refresh, scopes, expiresAt: now() + 60 * DAY_S * 1000, endsAt, isRevoked: false };
  logins.push(login);
  return { status: 200, body: tokenAnswer(login, now()) };
}

function tokenAnswer({ access, refresh, scopes, expiresAt, endsAt }: Login, now: number): object {
  return {
    access_token: access,
    expires_in: Math.round((expiresAt - now) / 1000),
    scope: scopes.join(','),
    token_type: 'Bearer',
    ...(refresh && { refresh_token: refresh, refresh_token_expires_in: Math.round((endsAt - now) / 1000) }),
  };
}

/** The log-in of a token that is still good. */
export function loginOf({ logins, now }: LinkedInAccounts, token: string | undefined): Login | undefined {
  return logins.find(({ access, expiresAt, isRevoked }) => access === token && !isRevoked && expiresAt > now());
}
