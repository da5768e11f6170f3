import { randomBytes } from 'node:crypto';
import { type Grants, type Reply, redirectTo } from '../publishing/imitation.ts';

export const CLIENT = { id: '1234.apps.googleusercontent.com', secret: 'GOCSPX-client-secret' };
export const SCOPE = 'https://www.googleapis.com/auth/youtube.force-ssl';
/** Scopes that may be requested in addition. */
export const ANALYTICS = [
  'https://www.googleapis.com/auth/yt-analytics.readonly',
  'https://www.googleapis.com/auth/youtube.readonly',
];
const HOUR_MS = 3_600_000;

export type Token = { value: string; refreshToken: string; scopes: string[]; expiresAt: number };
export type RefreshToken = { value: string; scopes: string[]; isRevoked: boolean };

/** The part of Google that issues tokens. */
export type GoogleAccounts = {
  now: () => number;
  /** A project in "Testing" issues log-ins that are valid for 7 days. */
  isTesting: boolean;
  grants: Grants<{ scopes: string[] }>;
  tokens: Token[];
  refreshTokens: RefreshToken[];
};

const refusal = (status: number, error: string, error_description: string): Reply => ({
  status,
  body: { error, error_description },
});

/** The user's decision: `allow`, `cancel`, `without` the scope, or `partly`: without the additional scopes. */
export function decide(accounts: GoogleAccounts, form: Record<string, string>): Reply {
  const { redirect_uri: redirectUri = '', state = '', code_challenge: challenge = '', decision } = form;
  const asked = (form.scope ?? '').split(' ');
  const isRight =
    form.client_id === CLIENT.id &&
    /^http:\/\/127\.0\.0\.1(?::\d+)?\/[\w/-]*$/.test(redirectUri) &&
    form.response_type === 'code' &&
    asked.every((scope, at) => (at === 0 ? scope === SCOPE : ANALYTICS.includes(scope))) &&
    form.code_challenge_method === 'S256' &&
    /^[\w-]{43}$/.test(challenge);
  if (!isRight) return { status: 400, body: '<h1>Access blocked</h1>' };
  if (decision === 'cancel') return redirectTo(redirectUri, { state, error: 'access_denied' });
  const scopes = decision === 'without' ? [] : decision === 'partly' ? [SCOPE] : asked;
  const grant = { redirectUri, challenge, scopes };
  return redirectTo(redirectUri, {
    state,
    code: accounts.grants.give(grant, `4/0A${randomBytes(20).toString('base64url')}`),
  });
}

/** https://developers.google.com/identity/protocols/oauth2/native-app#exchange-authorization-code */
export function giveToken(accounts: GoogleAccounts, form: Record<string, string>): Reply {
  if (form.client_id !== CLIENT.id) return refusal(401, 'invalid_client', 'The OAuth client was not found.');
  if (form.client_secret !== CLIENT.secret) return refusal(401, 'invalid_client', 'Unauthorized');
  if (form.grant_type === 'refresh_token') {
    const known = accounts.refreshTokens.find(({ value }) => value === form.refresh_token);
    if (!known || known.isRevoked) return refusal(400, 'invalid_grant', 'Token has been expired or revoked.');
    return { status: 200, body: newToken(accounts, known) };
  }
  const grant = accounts.grants.take(form);
  if (!grant) return refusal(400, 'invalid_grant', 'Malformed auth code.');
  const refresh = { value: `1//${randomBytes(24).toString('base64url')}`, scopes: grant.scopes, isRevoked: false };
  accounts.refreshTokens.push(refresh);
  return {
    status: 200,
    body: {
      ...newToken(accounts, refresh),
      refresh_token: refresh.value,
      ...(accounts.isTesting && { refresh_token_expires_in: 604_799 }),
    },
  };
}

function newToken({ tokens, now }: GoogleAccounts, { value: refreshToken, scopes }: RefreshToken): object {
  const value = `ya29.${randomBytes(30).toString('base64url')}`;
  tokens.push({ value, refreshToken, scopes, expiresAt: now() + HOUR_MS });
  return { access_token: value, expires_in: HOUR_MS / 1000 - 1, scope: scopes.join(' '), token_type: 'Bearer' };
}

export function revokeToken({ refreshTokens, tokens }: GoogleAccounts, form: Record<string, string>): Reply {
  const known = refreshTokens.find(({ value }) => value === form.token);
  if (!known || known.isRevoked) return refusal(400, 'invalid_token', 'Token expired or revoked');
  known.isRevoked = true;
  for (const token of tokens) if (token.refreshToken === known.value) token.expiresAt = 0;
  return { status: 200, body: {} };
}
