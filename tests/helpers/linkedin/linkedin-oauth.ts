import { randomBytes } from 'node:crypto';
import { grantsOf, redirectTo } from '../publishing/imitation.ts';
import { type Accounts, refusal, signInSite } from '../publishing/sign-in-site.ts';

/** The redirect URL registered for the app: LinkedIn requires an exact match. */
export const REDIRECT = 'http://127.0.0.1:3001/api/channels/return';
export const APP = { id: '77abcdefghij12', secret: 'WPL_AP1.secret.of.ada' };
const DAY_MS = 86_400_000;

export type LinkedInAccounts = Accounts & {
  callback: string;
  /** Without its products, an app may not request their scopes. */
  products: string[];
  /** LinkedIn has approved the app for refresh tokens. */
  hasRefreshTokens: boolean;
};

export function newAccounts(now: () => number): LinkedInAccounts {
  const products = ['openid', 'profile', 'w_member_social'];
  return { now, callback: REDIRECT, products, hasRefreshTokens: false, grants: grantsOf(now), logins: [] };
}

const text = (bytes: number) => `AQ${randomBytes(bytes).toString('base64url')}`;

/**
 * https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow and
 * https://learn.microsoft.com/en-us/linkedin/shared/authentication/programmatic-refresh-tokens
 */
export const { decide, giveToken } = signInSite<LinkedInAccounts>({
  separator: ' ',
  wrong(query, { callback, products }) {
    const isRight =
      query.get('client_id') === APP.id &&
      query.get('redirect_uri') === callback &&
      query.get('response_type') === 'code';
    if (!isRight) return { status: 400, body: '<h1>Bummer, something went wrong.</h1>' };
    const missing = (query.get('scope') ?? '').split(' ').find((scope) => !products.includes(scope));
    if (missing === undefined) return null;
    const error_description = `Scope "${missing}" is not authorized for your application`;
    return redirectTo(callback, {
      state: query.get('state') ?? '',
      error: 'unauthorized_scope_error',
      error_description,
    });
  },
  cancelled: { error: 'user_cancelled_authorize', error_description: 'The user cancelled the authorization' },
  code: () => text(40),
  accessMs: 60 * DAY_MS,
  loginMs: 365 * DAY_MS,
  tokens: ({ hasRefreshTokens }) => ({ access: text(60), refresh: hasRefreshTokens ? text(60) : null }),
  keepsRefresh: true,
  unknown: (form) =>
    form.client_id === APP.id && form.client_secret === APP.secret
      ? null
      : refusal(401, 'invalid_client', 'Client authentication failed'),
  refused: {
    renewal: refusal(400, 'invalid_request', 'The provided authorization grant or refresh token is invalid'),
    code: refusal(400, 'invalid_request', 'Unable to retrieve access token: authorization code expired'),
  },
  answer: ({ access, refresh, scopes, expiresAt, endsAt }, now) => ({
    access_token: access,
    expires_in: Math.round((expiresAt - now) / 1000),
    scope: scopes.join(','),
    token_type: 'Bearer',
    ...(refresh && { refresh_token: refresh, refresh_token_expires_in: Math.round((endsAt - now) / 1000) }),
  }),
});
