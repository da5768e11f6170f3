import { randomBytes } from 'node:crypto';
import { grantsOf, type Reply } from '../publishing/imitation.ts';
import { type Accounts, loginOf, refusal, signInSite } from '../publishing/sign-in-site.ts';
import { ApiError, type XUser } from './world.ts';

/** The callback registered for the app: X requires an exact match. */
export const CALLBACK = 'http://127.0.0.1:3001/api/channels/return';
export const CLIENT = { id: 'M1M5R3BMVy13QmpScXkzTUt5OE46MTpjaQ', secret: 'x-client-secret-of-ada' };
const OF_X = ['tweet.read', 'tweet.write', 'tweet.moderate.write', 'users.read', 'media.write', 'offline.access'];
const TOKEN_S = 2 * 3600;

export type XAccounts = Accounts & {
  /** The registered callback. */
  callback: string;
  /** A public client has no secret. */
  isConfidential: boolean;
};

export function newAccounts(now: () => number): XAccounts {
  return { now, callback: CALLBACK, isConfidential: true, grants: grantsOf(now), logins: [] };
}

const text = () => randomBytes(40).toString('base64url');
const invalid = (what: string) => refusal(400, 'invalid_request', `Value passed for ${what} was invalid.`);

/** Null if the client authenticates correctly. */
function unknown(form: Record<string, string>, authorization: string, { isConfidential }: XAccounts): Reply | null {
  if (!isConfidential) return form.client_id === CLIENT.id ? null : invalid('client id');
  if (!authorization.startsWith('Basic '))
    return refusal(401, 'unauthorized_client', 'Missing valid authorization header');
  const given = Buffer.from(authorization.slice('Basic '.length), 'base64').toString();
  const isRight = given === `${CLIENT.id}:${CLIENT.secret}`;
  return isRight ? null : refusal(401, 'unauthorized_client', 'Invalid client credentials');
}

/** https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token */
export const { decide, giveToken } = signInSite<XAccounts>({
  separator: ' ',
  wrong(query, { callback }) {
    const isRight =
      query.get('client_id') === CLIENT.id &&
      query.get('redirect_uri') === callback &&
      query.get('response_type') === 'code' &&
      (query.get('state') ?? '') !== '' &&
      query.get('code_challenge_method')?.toUpperCase() === 'S256' &&
      /^[\w-]{43}$/.test(query.get('code_challenge') ?? '') &&
      (query.get('scope') ?? '').split(' ').every((scope) => OF_X.includes(scope));
    const body = '<h1>Something went wrong</h1><p>You weren’t able to give access to the App.</p>';
    return isRight ? null : { status: 400, body };
  },
  cancelled: { error: 'access_denied' },
  code: text,
  // A code must be exchanged within thirty seconds.
  codeMs: 30_000,
  accessMs: TOKEN_S * 1000,
  tokens: () => ({ access: text(), refresh: text() }),
  unknown,
  refused: { renewal: invalid('the token'), code: invalid('the authorization code') },
  answer: ({ access, refresh, scopes }) => ({
    token_type: 'bearer',
    expires_in: TOKEN_S,
    access_token: access,
    scope: scopes.join(' '),
    ...(scopes.includes('offline.access') && { refresh_token: refresh }),
  }),
});

export function revokeToken(accounts: XAccounts, form: Record<string, string>, authorization = ''): Reply {
  const refused = unknown(form, authorization, accounts);
  if (refused) return refused;
  const login = accounts.logins.find(({ access, refresh }) => [access, refresh].includes(form.token ?? ''));
  if (!login || login.isRevoked) return invalid('the token');
  login.isRevoked = true;
  return { status: 200, body: { revoked: true } };
}

/** The scopes that each call needs. https://docs.x.com/fundamentals/authentication/guides/v2-authentication-mapping */
const NEEDED: [route: RegExp, scopes: string[]][] = [
  [/^POST \/2\/media\//, ['media.write']],
  [/^(POST|DELETE) \/2\/tweets/, ['tweet.read', 'tweet.write', 'users.read']],
  [/^PUT \/2\/tweets\/:id\/hidden/, ['tweet.read', 'tweet.moderate.write', 'users.read']],
  [/^GET \/2\/media\//, ['media.write']],
  [/^GET /, ['tweet.read', 'users.read']],
];

/** The account of a bearer token: always the first of the world's users, whoever signed in. */
export function bearer(accounts: XAccounts, users: readonly XUser[], name: string, token: string): XUser {
  const login = loginOf(accounts, token);
  const [user] = users;
  if (!login || !user) throw new ApiError(401, 'Unauthorized', 'Unauthorized');
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
