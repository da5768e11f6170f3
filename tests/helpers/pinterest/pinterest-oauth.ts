import { randomBytes } from 'node:crypto';
import { grantsOf, type Reply } from '../publishing/imitation.ts';
import { type Accounts, signInSite } from '../publishing/sign-in-site.ts';

/** The redirect address registered for the app, which must match exactly. */
export const REDIRECT = 'http://localhost:3001/api/channels/return';
export const APP = { id: '1512345', secret: '0123456789abcdef0123456789abcdef01234567' };
const SCOPES = ['boards:read', 'boards:write', 'pins:read', 'pins:write', 'user_accounts:read'];
const ACCESS_S = 30 * 86_400;
const REFRESH_S = 2 * ACCESS_S;

/** `callback`: the redirect URI registered for the app. */
type PinterestAccounts = Accounts & { callback: string };

export function newAccounts(now: () => number): PinterestAccounts {
  return { now, callback: REDIRECT, grants: grantsOf(now), logins: [] };
}

const refusal = (status: number, code: number, message: string): Reply => ({ status, body: { code, message } });
const BASIC = `Basic ${Buffer.from(`${APP.id}:${APP.secret}`).toString('base64')}`;
const text = (mark: string) => `${mark}_${randomBytes(40).toString('base64url')}`;

/**
 * https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/ and
 * https://developers.pinterest.com/docs/api/v5/oauth-token
 */
export const { decide, giveToken } = signInSite<PinterestAccounts>({
  separator: ',',
  wrong(query, { callback }) {
    const isRight =
      query.get('client_id') === APP.id &&
      query.get('redirect_uri') === callback &&
      query.get('response_type') === 'code' &&
      (query.get('state') ?? '') !== '' &&
      (query.get('scope') ?? '').split(',').every((scope) => SCOPES.includes(scope));
    return isRight ? null : { status: 400, body: '<h1>Sorry! Something went wrong.</h1>' };
  },
  cancelled: { error: 'access_denied' },
  code: () => randomBytes(20).toString('hex'),
  accessMs: ACCESS_S * 1000,
  loginMs: REFRESH_S * 1000,
  tokens: () => ({ access: text('pina'), refresh: text('pinr') }),
  unknown: (_, authorization) => (authorization === BASIC ? null : refusal(401, 2, 'Authentication failed.')),
  ofApp: ({ scope }) => ({ access_token: 'pina_app', expires_in: ACCESS_S, token_type: 'bearer', scope }),
  refused: {
    renewal: refusal(401, 2, 'The refresh token is invalid.'),
    code: refusal(400, 283, 'Invalid authorization code.'),
  },
  answer: ({ access, refresh, scopes }) => ({
    access_token: access,
    refresh_token: refresh,
    token_type: 'bearer',
    expires_in: ACCESS_S,
    refresh_token_expires_in: REFRESH_S,
    scope: scopes.join(' '),
  }),
});
