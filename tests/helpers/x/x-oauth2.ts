import { randomBytes } from 'node:crypto';
import { type Grants, grantsOf, consentPage as pageOf, type Reply, redirectTo } from '../publishing/imitation.ts';
import { ApiError, type XUser } from './world.ts';

/** The callback that is registered for the app: X compares it to the letter. */
export const CALLBACK = 'http://127.0.0.1:3001/api/channels/return';
export const CLIENT = { id: 'M1M5R3BMVy13QmpScXkzTUt5OE46MTpjaQ', secret: 'x-client-secret-of-ada' };
const OF_X = ['tweet.read', 'tweet.write', 'tweet.moderate.write', 'users.read', 'media.write', 'offline.access'];
const TOKEN_MS = 2 * 3_600_000;
/** A code has to be exchanged within thirty seconds. */
const CODE_MS = 30_000;

export type XLogin = { access: string; refresh: string; scopes: string[]; expiresAt: number; isRevoked: boolean };
export type XAccounts = {
  now: () => number;
  /** The registered one. */
  callback: string;
  /** A public client has no secret. */
  isConfidential: boolean;
  /** What the app may do: with "Read" it may not post. */
  access: 'read' | 'read-write';
  grants: Grants<{ scopes: string[]; until: number }>;
  logins: XLogin[];
};

export function newAccounts(now: () => number): XAccounts {
  return { now, callback: CALLBACK, isConfidential: true, access: 'read-write', grants: grantsOf(now), logins: [] };
}

/** https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token */
export function consentPage({ access, callback }: XAccounts, url: URL, query = url.searchParams): Reply {
  const wrong = {
    status: 400,
    body: '<h1>Something went wrong</h1><p>You weren’t able to give access to the App.</p>',
  };
  const isRight =
    query.get('client_id') === CLIENT.id &&
    query.get('redirect_uri') === callback &&
    query.get('response_type') === 'code' &&
    (query.get('state') ?? '') !== '' &&
    query.get('code_challenge_method')?.toUpperCase() === 'S256' &&
    /^[\w-]{43}$/.test(query.get('code_challenge') ?? '') &&
    (query.get('scope') ?? '').split(' ').every((scope) => OF_X.includes(scope)) &&
    (access === 'read-write' || !/write/.test(query.get('scope') ?? ''));
  return isRight ? pageOf('Authorize app / X', url) : wrong;
}

/** The person's decision: `allow`, `cancel`, or a scope that is left out. */
export function decide(accounts: XAccounts, url: URL, form: Record<string, string>): Reply {
  const page = consentPage(accounts, url, new URLSearchParams(form));
  if (page.status !== 200) return page;
  const { redirect_uri: redirectUri = '', state = '', code_challenge: challenge = '', decision, scope = '' } = form;
  if (decision === 'cancel') return redirectTo(redirectUri, { state, error: 'access_denied' });
  const scopes = scope.split(' ').filter((one) => one !== decision);
  const grant = { redirectUri, challenge, scopes, until: accounts.now() + CODE_MS };
  return redirectTo(redirectUri, { state, code: accounts.grants.give(grant, randomBytes(40).toString('base64url')) });
}

const refusal = (status: number, error: string, error_description: string): Reply => ({
  status,
  body: { error, error_description },
});

/** Null where the client is who it says. */
function clientRefusal({ isConfidential }: XAccounts, form: Record<string, string>, authorization = ''): Reply | null {
  if (!isConfidential)
    return form.client_id === CLIENT.id
      ? null
      : refusal(400, 'invalid_request', 'Value passed for client id was invalid.');
  if (!authorization.startsWith('Basic '))
    return refusal(401, 'unauthorized_client', 'Missing valid authorization header');
  const given = Buffer.from(authorization.slice('Basic '.length), 'base64').toString();
  return given === `${CLIENT.id}:${CLIENT.secret}`
    ? null
    : refusal(401, 'unauthorized_client', 'Invalid client credentials');
}

/** A refresh token works once: each renewal ends both tokens before. */
export function giveToken(accounts: XAccounts, form: Record<string, string>, authorization?: string): Reply {
  const { grants, logins, now } = accounts;
  const refused = clientRefusal(accounts, form, authorization);
  if (refused) return refused;
  if (form.grant_type === 'refresh_token') {
    const login = logins.find(({ refresh, isRevoked }) => refresh === form.refresh_token && !isRevoked);
    if (!login) return refusal(400, 'invalid_request', 'Value passed for the token was invalid.');
    Object.assign(login, newTokens(now()));
    return { status: 200, body: tokenAnswer(login) };
  }
  const grant = grants.take(form);
  if (!grant || grant.until <= now())
    return refusal(400, 'invalid_request', 'Value passed for the authorization code was invalid.');
  const login = { ...newTokens(now()), scopes: grant.scopes, isRevoked: false };
  logins.push(login);
  return { status: 200, body: tokenAnswer(login) };
}

function newTokens(now: number) {
  const text = () => randomBytes(40).toString('base64url');
  return { access: text(), refresh: text(), expiresAt: now + TOKEN_MS };
}

function tokenAnswer({ access, refresh, scopes }: XLogin): object {
  return {
    token_type: 'bearer',
    expires_in: TOKEN_MS / 1000,
    access_token: access,
    scope: scopes.join(' '),
    ...(scopes.includes('offline.access') && { refresh_token: refresh }),
  };
}

export function revokeToken(accounts: XAccounts, form: Record<string, string>, authorization?: string): Reply {
  const refused = clientRefusal(accounts, form, authorization);
  if (refused) return refused;
  const login = accounts.logins.find(({ access, refresh }) => [access, refresh].includes(form.token ?? ''));
  if (!login || login.isRevoked) return refusal(400, 'invalid_request', 'Value passed for the token was invalid.');
  login.isRevoked = true;
  return { status: 200, body: { revoked: true } };
}

const unauthorized = () => new ApiError(401, 'Unauthorized', 'Unauthorized');
/** What each call needs. https://docs.x.com/fundamentals/authentication/guides/v2-authentication-mapping */
const NEEDED: [route: RegExp, scopes: string[]][] = [
  [/^POST \/2\/media\//, ['media.write']],
  [/^(POST|DELETE) \/2\/tweets/, ['tweet.read', 'tweet.write', 'users.read']],
  [/^PUT \/2\/tweets\/:id\/hidden/, ['tweet.read', 'tweet.moderate.write', 'users.read']],
  [/^GET \/2\/media\//, ['media.write']],
  [/^GET /, ['tweet.read', 'users.read']],
];

/** The account of a bearer token: whoever of the world's users signed in, the first. */
export function bearer({ logins, now }: XAccounts, users: readonly XUser[], name: string, token: string): XUser {
  const login = logins.find(({ access, isRevoked }) => access === token && !isRevoked);
  const [user] = users;
  if (!login || !user || login.expiresAt <= now()) throw unauthorized();
  const [, needed = []] = NEEDED.find(([route]) => route.test(name)) ?? [];
  if (!needed.every((scope) => login.scopes.includes(scope)))
    throw new ApiError(
      403,
      'Forbidden',
      'Your client app is not configured with the appropriate oauth2 app permissions for this endpoint.',
      {
        type: 'https://api.twitter.com/2/problems/oauth2-permissions',
      },
    );
  return user;
}
