import { randomBytes } from 'node:crypto';
import { type Grants, grantsOf, consentPage as pageOf, type Reply, redirectTo } from '../publishing/imitation.ts';

/** The address that is registered for the app, to the letter. */
export const REDIRECT = 'http://localhost:3001/api/channels/return';
export const APP = { id: '1512345', secret: '0123456789abcdef0123456789abcdef01234567' };
const SCOPES = ['boards:read', 'boards:write', 'pins:read', 'pins:write', 'user_accounts:read'];
const DAY_S = 86_400;
const ACCESS_S = 30 * DAY_S;
const REFRESH_S = 60 * DAY_S;

export type Login = {
  access: string;
  refresh: string;
  scopes: string[];
  expiresAt: number;
  endsAt: number;
  isRevoked: boolean;
};
export type PinterestAccounts = {
  now: () => number;
  /** The redirect URI that is registered for the app. */
  callback: string;
  grants: Grants<{ scopes: string[] }>;
  logins: Login[];
};

export function newAccounts(now: () => number): PinterestAccounts {
  return { now, callback: REDIRECT, grants: grantsOf(now), logins: [] };
}

/** https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/ */
export function consentPage({ callback }: PinterestAccounts, url: URL, query = url.searchParams): Reply {
  const isRight =
    query.get('client_id') === APP.id &&
    query.get('redirect_uri') === callback &&
    query.get('response_type') === 'code' &&
    (query.get('state') ?? '') !== '' &&
    (query.get('scope') ?? '').split(',').every((scope) => SCOPES.includes(scope));
  return isRight ? pageOf('Pinterest', url) : { status: 400, body: '<h1>Sorry! Something went wrong.</h1>' };
}

/** The person's decision: `allow`, `cancel`, or a scope that is left out. */
export function decide(accounts: PinterestAccounts, url: URL, form: Record<string, string>): Reply {
  const page = consentPage(accounts, url, new URLSearchParams(form));
  if (page.status !== 200) return page;
  const { redirect_uri: redirectUri = '', state = '', scope = '', decision } = form;
  if (decision === 'cancel') return redirectTo(redirectUri, { state, error: 'access_denied' });
  const scopes = scope.split(',').filter((one) => one !== decision);
  const code = accounts.grants.give({ redirectUri, challenge: null, scopes }, randomBytes(20).toString('hex'));
  return redirectTo(redirectUri, { state, code });
}

const refusal = (status: number, code: number, message: string): Reply => ({ status, body: { code, message } });

/** https://developers.pinterest.com/docs/api/v5/oauth-token */
export function giveToken(
  { grants, logins, now }: PinterestAccounts,
  form: Record<string, string>,
  authorization = '',
): Reply {
  if (authorization !== `Basic ${Buffer.from(`${APP.id}:${APP.secret}`).toString('base64')}`)
    return refusal(401, 2, 'Authentication failed.');
  if (form.grant_type === 'client_credentials')
    return {
      status: 200,
      body: { access_token: 'pina_app', expires_in: ACCESS_S, token_type: 'bearer', scope: form.scope },
    };
  if (form.grant_type === 'refresh_token') {
    const login = logins.find(({ refresh, isRevoked }) => refresh === form.refresh_token && !isRevoked);
    if (!login || login.endsAt <= now()) return refusal(401, 2, 'The refresh token is invalid.');
    Object.assign(login, newTokens(now()));
    return { status: 200, body: answerOf(login) };
  }
  const grant = grants.take(form);
  if (!grant) return refusal(400, 283, 'Invalid authorization code.');
  const login = { ...newTokens(now()), scopes: grant.scopes, isRevoked: false };
  logins.push(login);
  return { status: 200, body: answerOf(login) };
}

function newTokens(now: number) {
  const text = (mark: string) => `${mark}_${randomBytes(40).toString('base64url')}`;
  return {
    access: text('pina'),
    refresh: text('pinr'),
    expiresAt: now + ACCESS_S * 1000,
    endsAt: now + REFRESH_S * 1000,
  };
}

function answerOf({ access, refresh, scopes }: Login): object {
  return {
    access_token: access,
    refresh_token: refresh,
    token_type: 'bearer',
    expires_in: ACCESS_S,
    refresh_token_expires_in: REFRESH_S,
    scope: scopes.join(' '),
  };
}
