import { createHash, randomBytes } from 'node:crypto';

export const CLIENT = { id: '1234.apps.googleusercontent.com', secret: 'GOCSPX-client-secret' };
export const SCOPE = 'https://www.googleapis.com/auth/youtube.force-ssl';
const HOUR_MS = 3_600_000;
const CODE_WINDOW_MS = 10 * 60_000;

export type Grant = { redirectUri: string; challenge: string; scopes: string[]; expiresAt: number };
export type Token = { value: string; refreshToken: string; scopes: string[]; expiresAt: number };
export type RefreshToken = { value: string; scopes: string[]; isRevoked: boolean };

/** Google's part that gives out tokens. */
export type GoogleAccounts = {
  now: () => number;
  /** A project in "Testing" gives out log-ins of 7 days. */
  isTesting: boolean;
  grants: Map<string, Grant>;
  tokens: Token[];
  refreshTokens: RefreshToken[];
};

export type Reply = { status: number; body?: unknown; headers?: Record<string, string> };

const refusal = (status: number, error: string, error_description: string): Reply => ({
  status,
  body: { error, error_description },
});

/** The page on which the person allows it, or what is wrong with the request. */
export function consentPage(query: URLSearchParams): Reply {
  const wrong = (error: string): Reply => ({ status: 400, body: `<h1>Access blocked</h1><p>Error 400: ${error}</p>` });
  const redirect = query.get('redirect_uri') ?? '';
  if (query.get('client_id') !== CLIENT.id) return { status: 401, body: '<p>Error 401: invalid_client</p>' };
  if (!/^http:\/\/127\.0\.0\.1(?::\d+)?\/[\w/-]*$/.test(redirect)) return wrong('redirect_uri_mismatch');
  if (query.get('response_type') !== 'code') return wrong('unsupported_response_type');
  if (query.get('scope') !== SCOPE) return wrong('invalid_scope');
  if (query.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(query.get('code_challenge') ?? ''))
    return wrong('invalid_request');
  const hidden = [...query].map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`);
  return {
    status: 200,
    body: `<!doctype html><html lang="en"><title>Sign in - Google Accounts</title><main>
<h1>Local Agent wants to access your Google Account</h1>
<form method="post" action="/o/oauth2/v2/auth">${hidden.join('')}
<button name="decision" value="cancel">Cancel</button> <button name="decision" value="allow">Allow</button>
</form></main></html>`,
  };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** The person's decision: `allow`, `cancel`, or `without` the scope. */
export function decide(accounts: GoogleAccounts, form: URLSearchParams): Reply {
  const page = consentPage(new URLSearchParams([...form].filter(([name]) => name !== 'decision')));
  if (page.status !== 200) return page;
  const back = new URL(form.get('redirect_uri') ?? '');
  back.searchParams.set('state', form.get('state') ?? '');
  if (form.get('decision') === 'cancel') {
    back.searchParams.set('error', 'access_denied');
  } else {
    const code = `4/0A${randomBytes(20).toString('base64url')}`;
    accounts.grants.set(code, {
      redirectUri: form.get('redirect_uri') ?? '',
      challenge: form.get('code_challenge') ?? '',
      scopes: form.get('decision') === 'without' ? [] : [SCOPE],
      expiresAt: accounts.now() + CODE_WINDOW_MS,
    });
    back.searchParams.set('code', code);
  }
  return { status: 302, headers: { location: back.href } };
}

/** https://developers.google.com/identity/protocols/oauth2/native-app#exchange-authorization-code */
export function giveToken(accounts: GoogleAccounts, form: URLSearchParams): Reply {
  if (form.get('client_id') !== CLIENT.id) return refusal(401, 'invalid_client', 'The OAuth client was not found.');
  if (form.get('client_secret') !== CLIENT.secret) return refusal(401, 'invalid_client', 'Unauthorized');
  if (form.get('grant_type') === 'refresh_token') {
    const known = accounts.refreshTokens.find(({ value }) => value === form.get('refresh_token'));
    if (!known || known.isRevoked) return refusal(400, 'invalid_grant', 'Token has been expired or revoked.');
    return { status: 200, body: newToken(accounts, known) };
  }
  const code = form.get('code') ?? '';
  const grant = accounts.grants.get(code);
  accounts.grants.delete(code);
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  const isGood =
    form.get('grant_type') === 'authorization_code' &&
    grant?.challenge === challenge &&
    grant.redirectUri === form.get('redirect_uri') &&
    grant.expiresAt > accounts.now();
  if (!isGood || !grant) return refusal(400, 'invalid_grant', 'Malformed auth code.');
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

export function revokeToken({ refreshTokens, tokens }: GoogleAccounts, form: URLSearchParams): Reply {
  const given = form.get('token');
  const known = refreshTokens.find(({ value }) => value === given && given !== null);
  if (!known || known.isRevoked) return refusal(400, 'invalid_token', 'Token expired or revoked');
  known.isRevoked = true;
  for (const token of tokens) if (token.refreshToken === known.value) token.expiresAt = 0;
  return { status: 200, body: {} };
}
