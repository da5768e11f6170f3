import { createHash, randomBytes } from 'node:crypto';
import type { Reply } from '../youtube/google-oauth.ts';

export const APP = { key: 'awclientkey123', secret: 'tiktok-client-secret' };
const DAY_MS = 24 * 3_600_000;
const OF_APP = ['user.info.basic', 'video.upload', 'video.publish', 'video.list'];

type Grant = { redirectUri: string; challenge: string; scopes: string[] };
/** A login of the person's: its tokens change with each renewal. */
export type Login = { access: string; refresh: string; scopes: string[]; expiresAt: number; isRevoked: boolean };
export type TikTokAccounts = { now: () => number; grants: Map<string, Grant>; logins: Login[] };

/** https://developers.tiktok.com/doc/login-kit-desktop */
export function consentPage(query: URLSearchParams): Reply {
  const wrong = (error: string): Reply => ({ status: 400, body: `<h1>Something went wrong</h1><p>${error}</p>` });
  if (query.get('client_key') !== APP.key) return wrong('client_key');
  if (!/^http:\/\/127\.0\.0\.1:\d+\/api\/channels\/return$/.test(query.get('redirect_uri') ?? ''))
    return wrong('redirect_uri');
  if (query.get('response_type') !== 'code' || !query.get('state')) return wrong('response_type');
  if (!(query.get('scope') ?? '').split(',').every((scope) => OF_APP.includes(scope))) return wrong('scope');
  if (query.get('code_challenge_method') !== 'S256' || !/^[0-9a-f]{64}$/.test(query.get('code_challenge') ?? ''))
    return wrong('code_challenge');
  const hidden = [...query].map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`);
  return {
    status: 200,
    body: `<!doctype html><html lang="en"><title>Log in | TikTok</title><main><h1>Allow Local Agent?</h1>
<form method="post" action="/v2/auth/authorize/">${hidden.join('')}
<button name="decision" value="cancel">Cancel</button> <button name="decision" value="allow">Continue</button>
</form></main></html>`,
  };
}

/** The person's decision: `allow`, `cancel`, or a scope that is left out. */
export function decide({ grants }: TikTokAccounts, form: URLSearchParams): Reply {
  const decision = form.get('decision');
  form.delete('decision');
  const page = consentPage(form);
  if (page.status !== 200) return page;
  const back = new URL(form.get('redirect_uri') ?? '');
  back.searchParams.set('state', form.get('state') ?? '');
  if (decision === 'cancel') {
    back.searchParams.set('error', 'access_denied');
    back.searchParams.set('error_description', 'The user denied the request');
  } else {
    const scopes = (form.get('scope') ?? '').split(',').filter((scope) => scope !== decision);
    const code = `${randomBytes(20).toString('base64url')}*0!4621`;
    grants.set(code, {
      redirectUri: form.get('redirect_uri') ?? '',
      challenge: form.get('code_challenge') ?? '',
      scopes,
    });
    back.searchParams.set('code', code);
    back.searchParams.set('scopes', scopes.join(','));
  }
  return { status: 302, headers: { location: back.href } };
}

const refusal = (error: string, error_description: string): Reply => ({
  status: 400,
  body: { error, error_description, log_id: '20261122' },
});

/** Each renewal ends the tokens before. https://developers.tiktok.com/doc/oauth-user-access-token-management */
export function giveToken({ grants, logins, now }: TikTokAccounts, form: URLSearchParams): Reply {
  if (form.get('client_key') !== APP.key || form.get('client_secret') !== APP.secret)
    return refusal('invalid_client', 'Client key or secret is incorrect.');
  if (form.get('grant_type') === 'refresh_token') {
    const login = logins.find(({ refresh, isRevoked }) => refresh === form.get('refresh_token') && !isRevoked);
    if (!login) return refusal('invalid_grant', 'Refresh token is invalid or expired.');
    Object.assign(login, newTokens(now()));
    return { status: 200, body: tokenAnswer(login) };
  }
  const code = form.get('code') ?? '';
  const grant = grants.get(code);
  grants.delete(code);
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('hex');
  if (!grant || grant.challenge !== challenge || grant.redirectUri !== form.get('redirect_uri'))
    return refusal('invalid_grant', 'Authorization code is expired.');
  const login = { ...newTokens(now()), scopes: grant.scopes, isRevoked: false };
  logins.push(login);
  return { status: 200, body: tokenAnswer(login) };
}

function newTokens(now: number) {
  const text = () => randomBytes(24).toString('base64url');
  return { access: `act.${text()}`, refresh: `rft.${text()}`, expiresAt: now + DAY_MS };
}

function tokenAnswer({ access, refresh, scopes }: Login): object {
  return {
    access_token: access,
    expires_in: 86_400,
    open_id: 'open-id-ada',
    refresh_expires_in: 31_536_000,
    refresh_token: refresh,
    scope: scopes.join(','),
    token_type: 'Bearer',
  };
}

export function revokeToken({ logins }: TikTokAccounts, form: URLSearchParams): Reply {
  const login = logins.find(({ access, isRevoked }) => access === form.get('token') && !isRevoked);
  if (!login || form.get('client_secret') !== APP.secret) return refusal('invalid_request', 'Token is invalid.');
  login.isRevoked = true;
  return { status: 200 };
}
