import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mastodonPublisher } from '../../../../server/features/publishing/platforms/mastodon/publisher.ts';
import type { Publisher } from '../../../../server/features/publishing/publisher.ts';
import type { SignInRequest } from '../../../../shared/publishing/channel-entries.ts';
import { APP as LINKEDIN_APP } from '../../../helpers/linkedin/linkedin-oauth.ts';
import * as linkedin from '../../../helpers/linkedin/publishing.ts';
import * as mastodon from '../../../helpers/mastodon/publishing.ts';
import { APP as PINTEREST_APP } from '../../../helpers/pinterest/pinterest-oauth.ts';
import * as pinterest from '../../../helpers/pinterest/publishing.ts';
import type { Grants, Imitation } from '../../../helpers/publishing/imitation.ts';
import { beginSignIn, failure, openWith, type SteppedCalls } from '../../../helpers/publishing/platform-sessions.ts';
import type { Accounts } from '../../../helpers/publishing/sign-in-site.ts';
import * as tiktok from '../../../helpers/tiktok/publishing.ts';
import { APP } from '../../../helpers/tiktok/tiktok-oauth.ts';
import * as x from '../../../helpers/x/publishing.ts';
import { CLIENT as X_CLIENT } from '../../../helpers/x/x-oauth2.ts';
import { CLIENT, SCOPE } from '../../../helpers/youtube/google-oauth.ts';
import * as youtube from '../../../helpers/youtube/publishing.ts';

/** Signing in on a platform's own site, and the resulting logins with their expiry and refresh. */
type Site = SteppedCalls & {
  server: Imitation;
  publisher: Publisher;
  request: SignInRequest;
  grants: Pick<Grants<unknown>, 'spoil'>;
  decide(url: string, isAllowed: boolean): Promise<string>;
  /** The tokens and secrets issued so far. */
  secrets(): string[];
  /** Invalidates the access tokens, or the whole login. */
  end(what: 'access' | 'login'): void;
};

const DAY_MS = 24 * 3_600_000;
const RETURN = 'http://127.0.0.1:3001/api/channels/return';
const HANDLES = {
  mastodon: '@ada@mastodon.example',
  youtube_shorts: '@ada',
  tiktok: 'Ada',
  twitter: '@ada',
  linkedin: 'Ada Lovelace',
  pinterest: '@ada_bakes',
};
/** The expected query of each authorize URL. The fake sites reject other errors, and malformed challenges. */
const QUERIES = {
  mastodon: {
    scope: 'read:accounts read:statuses write:statuses write:media read:notifications write:favourites',
  },
  youtube_shorts: { scope: SCOPE, access_type: 'offline', prompt: 'consent' },
  tiktok: { scope: 'user.info.basic,video.upload,video.list' },
  linkedin: { scope: 'openid profile w_member_social' },
  pinterest: { scope: 'boards:read,boards:write,pins:read,pins:write,user_accounts:read' },
  twitter: {
    scope: 'tweet.read tweet.write tweet.moderate.write users.read media.write offline.access',
  },
};
const TOKEN_ROUTES = {
  linkedin: 'POST /oauth/v2/accessToken',
  mastodon: 'POST /oauth/token',
  youtube_shorts: 'POST /token',
  tiktok: 'POST /v2/oauth/token/',
  twitter: 'POST /2/oauth2/token',
  pinterest: 'POST /v5/oauth/token',
};

type Setting = SteppedCalls & {
  server: Imitation & { decide(url: string, decision?: string): Promise<string> };
  publisher: Publisher;
};

function siteOf(setting: Setting, request: SignInRequest, { grants, logins }: Accounts, secret: string): Site {
  return {
    ...{ ...setting, request, grants },
    decide: (url, isAllowed) => setting.server.decide(url, isAllowed ? 'allow' : 'cancel'),
    secrets: () => [secret, ...logins.flatMap(({ access, refresh }) => [access, refresh ?? ''])],
    end(what) {
      for (const login of logins) Object.assign(login, { expiresAt: 0, isRevoked: what === 'login' });
    },
  };
}

const SITES = {
  async mastodon(): Promise<Site> {
    const setting = await mastodon.startSetting();
    const { server } = setting;
    const { world, origin } = server;
    return {
      ...setting,
      publisher: mastodonPublisher,
      request: { platform: 'mastodon', server: origin },
      grants: world.grants,
      decide: (url, isAllowed) => server.decide(url, 'ada', isAllowed ? 'authorize' : 'deny'),
      secrets: () => [...world.apps.map(({ secret }) => secret), ...world.tokens.map(({ value }) => value)],
      end: () => undefined,
    };
  },
  async youtube_shorts(): Promise<Site> {
    const setting = await youtube.startSetting();
    const { server } = setting;
    const { accounts } = server.world;
    return {
      ...setting,
      request: youtube.requestOf(),
      grants: accounts.grants,
      decide: (url, isAllowed) => server.decide(url, isAllowed ? 'allow' : 'cancel'),
      secrets: () => [CLIENT.secret, ...[...accounts.tokens, ...accounts.refreshTokens].map(({ value }) => value)],
      end(what) {
        for (const token of accounts.tokens) token.expiresAt = 0;
        if (what === 'login') for (const token of accounts.refreshTokens) token.isRevoked = true;
      },
    };
  },
  async tiktok() {
    const setting = await tiktok.startSetting();
    return siteOf(setting, tiktok.requestOf(), setting.server.world.accounts, APP.secret);
  },
  async linkedin() {
    const setting = await linkedin.startSetting({});
    setting.server.accounts.hasRefreshTokens = true;
    return siteOf(setting, linkedin.requestOf(), setting.server.accounts, LINKEDIN_APP.secret);
  },
  async pinterest() {
    const setting = await pinterest.startSetting();
    return siteOf(setting, pinterest.requestOf(), setting.server.world.accounts, PINTEREST_APP.secret);
  },
  async twitter() {
    const setting = await x.startSetting();
    return siteOf(setting, x.requestOf(), setting.server.accounts, X_CLIENT.secret);
  },
};
type SitePlatform = keyof typeof SITES;

let site: Site;
let kept: { tokens?: { accessToken: string } }[];
afterEach(() => site.server.close());

const begin = (more: object = {}) => beginSignIn(site, { ...site.request, ...more }, RETURN);
async function signIn(more: object = {}) {
  const begun = await begin(more);
  return begun.complete(await site.decide(begun.authorizeUrl, true), site.calls);
}
const open = (secret: unknown) => openWith({ ...site, kept }, secret);
const asked = (name: string) => site.server.requests.filter((one) => one.name === name).length;

describe.each(Object.keys(SITES) as SitePlatform[])('signing in at %s', (platform) => {
  const tokenRoute = TOKEN_ROUTES[platform];
  beforeEach(async () => {
    kept = [];
    site = await SITES[platform]();
  });

  it('connects with the address of the redirect, once, and a check finds the same', async () => {
    const begun = await begin();
    const { searchParams } = new URL(begun.authorizeUrl);
    expect(Object.fromEntries(searchParams)).toMatchObject({ ...QUERIES[platform], state: begun.state });
    const address = await site.decide(begun.authorizeUrl, true);
    const connected = await begun.complete(` ${address}\n`, site.calls);
    expect(connected).toMatchObject({ handle: HANDLES[platform] });
    expect(await open(connected.secret).check()).toEqual(connected);
    expect(site.publisher.oauth?.again(connected.secret)).toEqual(site.request);
    expect(site.publisher.oauth?.again(null)).toBeNull();
    expect(await failure(begun.complete(address, site.calls))).toMatchObject({ errorClass: 'auth' });
  });

  it('takes neither a refusal, nor the address or the code of another sign-in', async () => {
    const refused = await begin();
    expect(await failure(refused.complete(await site.decide(refused.authorizeUrl, false), site.calls))).toMatchObject({
      errorClass: 'auth',
      message: 'You did not grant permission, so nothing was connected.',
    });
    const begun = await begin();
    const address = await site.decide(begun.authorizeUrl, true);
    for (const answer of [address.replace(/state=[^&]*/, 'state=x'), `${RETURN}?code=x`, 'what is this?', ''])
      expect(await failure(begun.complete(answer, site.calls))).toMatchObject({ errorClass: 'rejected' });
    expect(asked(tokenRoute)).toBe(0);
    // The code is bound to its PKCE challenge.
    site.grants.spoil();
    expect(await failure(begun.complete(address, site.calls))).toMatchObject({ errorClass: 'auth' });
  });

  it('keeps no secret in what is noted of its calls, also where an answer repeats it', async () => {
    const begun = await begin();
    const address = await site.decide(begun.authorizeUrl, true);
    const code = new URL(address).searchParams.get('code') ?? '';
    const body = { error: 'server_error', echo: `${site.secrets()[0]} ${code}` };
    site.server.fail(tokenRoute, { when: 'before', answer: { status: 500, body } });
    expect(await failure(begun.complete(address, site.calls))).toMatchObject({ errorClass: 'transient' });
    const { secret } = await begun.complete(address, site.calls);
    site.end('access');
    await open(secret).check();
    const noted = JSON.stringify(site.exchanges);
    for (const one of [code, ...site.secrets()]) expect(noted).not.toContain(one);
  });
});

describe.each([
  [
    'youtube_shorts',
    { clientSecret: 'GOCSPX-wrong' },
    'Google does not know this client ID and secret: Unauthorized',
    3_600_000,
  ],
  [
    'tiktok',
    { clientSecret: 'wrong-secret' },
    'TikTok does not know this client key and secret: Client key or secret is incorrect.',
    DAY_MS,
  ],
  [
    'twitter',
    { clientSecret: 'wrong-secret' },
    'X does not know this Client ID and Client Secret: Invalid client credentials. They are not the API Key and its secret.',
    2 * 3_600_000,
  ],
  [
    'linkedin',
    { clientSecret: 'wrong-secret' },
    'LinkedIn does not know this Client ID and Primary Client Secret: Client authentication failed',
    60 * DAY_MS,
  ],
  [
    'pinterest',
    { appSecret: 'wrong-secret' },
    'Pinterest does not accept the login: Authentication failed. Check the App ID and the App secret key, and connect the account again.',
    30 * DAY_MS,
  ],
] as const)('a login of %s that ends', (platform, wrong, words, lifeMs) => {
  const tokenRoute = TOKEN_ROUTES[platform];
  beforeEach(async () => {
    kept = [];
    site = await SITES[platform]();
  });

  it('is none with a wrong client secret, in the platform’s words', async () => {
    expect(await failure(signIn(wrong))).toMatchObject({ errorClass: 'auth', message: words });
  });

  it('is renewed ahead of its end, once for all sessions, and kept before it is used', async () => {
    const { secret } = await signIn();
    site.clock.now += lifeMs - 60_000;
    const before = asked(tokenRoute);
    await Promise.all([open(secret).check(), open(secret).check()]);
    expect([asked(tokenRoute) - before, kept.length]).toEqual([1, 2]);
    const newest = kept[1]?.tokens?.accessToken ?? '';
    expect(site.secrets()).toContain(newest);
    expect(site.server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${newest}`);
    site.clock.now += lifeMs;
    await open(kept[1]).check();
    expect(kept).toHaveLength(3);
  });

  it('is renewed where the platform refuses the token early, and must be connected again once it was ended', async () => {
    const { secret } = await signIn();
    site.end('access');
    expect(await open(secret).check()).toMatchObject({ handle: expect.any(String) });
    expect(kept).toHaveLength(1);
    site.clock.now += lifeMs;
    const [renewed] = kept;
    site.server.fail(tokenRoute, { when: 'before', answer: { status: 503, body: '<p>Sorry</p>' } });
    expect(await failure(open(renewed).check()), 'the platform’s own trouble').toMatchObject({
      errorClass: 'transient',
    });
    site.end('login');
    expect(await failure(open(renewed).check())).toMatchObject({ errorClass: 'auth' });
  });
});
