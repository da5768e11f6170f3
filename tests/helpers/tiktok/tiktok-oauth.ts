import { randomBytes } from 'node:crypto';
import { grantsOf, type Reply } from '../publishing/imitation.ts';
import { type Accounts, refusal, signInSite } from '../publishing/sign-in-site.ts';

export const APP = { key: 'awclientkey123', secret: 'tIkToKcLiEnTsEcReT0123456789abcd' };
const DAY_S = 86_400;
const OF_APP = ['user.info.basic', 'video.upload', 'video.publish', 'video.list', 'user.info.stats'];

type TikTokAccounts = Accounts & { openId: string };

export function newAccounts(now: () => number, openId: string): TikTokAccounts {
  return { now, openId, grants: grantsOf(now, 'hex'), logins: [] };
}

const text = () => randomBytes(24).toString('base64url');

/** https://developers.tiktok.com/doc/login-kit-desktop and https://developers.tiktok.com/doc/oauth-user-access-token-management */
export const { decide, giveToken } = signInSite<TikTokAccounts>({
  separator: ',',
  wrong(query) {
    const isRight =
      query.get('client_key') === APP.key &&
      /^http:\/\/127\.0\.0\.1:\d+\/api\/channels\/return$/.test(query.get('redirect_uri') ?? '') &&
      query.get('response_type') === 'code' &&
      (query.get('state') ?? '') !== '' &&
      (query.get('scope') ?? '').split(',').every((scope) => OF_APP.includes(scope)) &&
      query.get('code_challenge_method') === 'S256' &&
      /^[0-9a-f]{64}$/.test(query.get('code_challenge') ?? '');
    return isRight ? null : { status: 400, body: '<h1>Something went wrong</h1>' };
  },
  cancelled: { error: 'access_denied', error_description: 'The user denied the request' },
  code: () => `${randomBytes(20).toString('base64url')}*0!4621`,
  accessMs: DAY_S * 1000,
  tokens: () => ({ access: `act.${text()}`, refresh: `rft.${text()}` }),
  unknown: (form) =>
    form.client_key === APP.key && form.client_secret === APP.secret
      ? null
      : refusal(400, 'invalid_client', 'Client key or secret is incorrect.'),
  // https://developers.tiktok.com/doc/client-access-token-management
  ofApp: () => ({ access_token: 'clt.1', expires_in: 7200, token_type: 'Bearer' }),
  refused: {
    renewal: refusal(400, 'invalid_grant', 'Refresh token is invalid or expired.'),
    code: refusal(400, 'invalid_grant', 'Authorization code is expired.'),
  },
  answer: ({ access, refresh, scopes }, _, { openId }) => ({
    access_token: access,
    expires_in: DAY_S,
    open_id: openId,
    refresh_expires_in: 365 * DAY_S,
    refresh_token: refresh,
    scope: scopes.join(','),
    token_type: 'Bearer',
  }),
});

export function revokeToken({ logins }: TikTokAccounts, form: Record<string, string>): Reply {
  const login = logins.find(({ access, isRevoked }) => access === form.token && !isRevoked);
  if (!login || form.client_secret !== APP.secret) return refusal(400, 'invalid_request', 'Token is invalid.');
  login.isRevoked = true;
  return { status: 200 };
}
