import { afterEach, describe, expect, it } from 'vitest';
import { failure } from '../../../../helpers/publishing/platform-sessions.ts';
import type { World } from '../../../../helpers/tiktok/posts.ts';
import { begin, connect, openWith, type Setting, startSetting } from '../../../../helpers/tiktok/publishing.ts';
import { APP } from '../../../../helpers/tiktok/tiktok-oauth.ts';

const DAY_MS = 24 * 3_600_000;
let setting: Setting;
afterEach(() => setting.server.close());

async function start(options: Partial<World> = {}): Promise<Setting> {
  setting = await startSetting(options);
  return setting;
}

describe('signing in with TikTok', () => {
  it('connects for the inbox, with a challenge in hex, once', async () => {
    const signIn = await begin(await start());
    const { searchParams, pathname } = new URL(signIn.authorizeUrl);
    expect(pathname).toBe('/v2/auth/authorize/');
    expect(Object.fromEntries(searchParams)).toEqual({
      client_key: APP.key,
      response_type: 'code',
      scope: 'user.info.basic,video.upload,video.list',
      redirect_uri: 'http://127.0.0.1:3001/api/channels/return',
      state: signIn.state,
      code_challenge: expect.stringMatching(/^[0-9a-f]{64}$/),
      code_challenge_method: 'S256',
    });
    const address = await setting.server.decide(signIn.authorizeUrl);
    const connected = await signIn.complete(address, setting.calls);
    expect(connected).toMatchObject({ handle: 'Ada', remoteId: 'open-id-ada', profileUrl: null, limits: {} });
    expect(Date.parse(connected.expiresAt ?? '') - setting.clock.now).toBe(365 * DAY_MS);
    expect(await failure(signIn.complete(address, setting.calls))).toMatchObject({ errorClass: 'auth' });
    expect(await openWith(setting, connected.secret).check()).toEqual(connected);
  });

  it('connects for direct posts with the name and the limits of the account', async () => {
    expect(await connect(await start(), { mode: 'SELF_ONLY' })).toMatchObject({
      handle: '@ada.walks',
      profileUrl: 'https://www.tiktok.com/@ada.walks',
      limits: { videoSeconds: 300 },
    });
    expect(await failure(connect(setting, { mode: 'FOLLOWER_OF_CREATOR' }))).toMatchObject({
      errorClass: 'auth',
      message: expect.stringContaining('only PUBLIC_TO_EVERYONE, MUTUAL_FOLLOW_FRIENDS, SELF_ONLY'),
    });
  });

  it('says that the person refused, or what they left out', async () => {
    expect(await failure(connect(await start(), {}, 'cancel'))).toMatchObject({
      errorClass: 'auth',
      message: 'You did not allow it, so nothing was connected.',
    });
    expect(await failure(connect(setting, {}, 'video.upload'))).toMatchObject({
      errorClass: 'auth',
      message: expect.stringContaining('You did not allow video.upload'),
    });
    expect(await connect(setting, {}, 'video.list')).toMatchObject({ handle: 'Ada' });
  });

  it('takes no address of another sign-in, nor a code that was stolen from one', async () => {
    const signIn = await begin(await start());
    const other = await begin(setting);
    const address = await setting.server.decide(signIn.authorizeUrl);
    expect(await failure(other.complete(address, setting.calls))).toMatchObject({ errorClass: 'rejected' });
    const stolen = address.replace(signIn.state, other.state);
    expect(await failure(other.complete(stolen, setting.calls))).toMatchObject({ errorClass: 'auth' });
  });

  it('says in TikTok’s words that a client secret is wrong', async () => {
    expect(await failure(connect(await start(), { clientSecret: 'wrong-secret' }))).toMatchObject({
      errorClass: 'auth',
      message: 'TikTok does not know this client key and secret: Client key or secret is incorrect.',
    });
  });
});

describe('a login that is kept', () => {
  it('is renewed ahead of its end, once for all sessions, and both go on with the new tokens', async () => {
    const { secret } = await connect(await start());
    setting.clock.now += DAY_MS - 60_000;
    const [one, other] = [openWith(setting, secret), openWith(setting, secret)];
    await Promise.all([one.check(), other.check()]);
    const [login] = setting.server.world.accounts.logins;
    expect(setting.kept).toHaveLength(2);
    expect(setting.kept[0]).toMatchObject({ tokens: { accessToken: login?.access, refreshToken: login?.refresh } });
    setting.clock.now += DAY_MS;
    await openWith(setting, setting.kept[1]).check();
    expect(setting.kept.at(-1)).toMatchObject({ tokens: { refreshToken: login?.refresh } });
  });

  it('that was ended must be connected again', async () => {
    const { secret } = await connect(await start());
    // Its access token is over by then.
    setting.clock.now += DAY_MS;
    expect(await openWith(setting, secret).logOut()).toBeNull();
    expect(setting.server.world.accounts.logins).toMatchObject([{ isRevoked: true }]);
    expect(await failure(openWith(setting, secret).check())).toMatchObject({ errorClass: 'auth' });
    expect(await openWith(setting, secret).logOut()).toMatchObject({
      text: expect.stringContaining('Refresh token is invalid'),
    });
  });

  it('leaves no secret in what is noted of its calls', async () => {
    const { secret } = await connect(await start());
    const [first] = setting.server.world.accounts.logins.map(({ access, refresh }) => [access, refresh]);
    setting.clock.now += DAY_MS;
    const echo = { error: 'server_error', echo: `${APP.secret} ${first?.[1]}` };
    setting.server.fail('POST /v2/oauth/token/', { when: 'before', answer: { status: 500, body: echo } });
    expect(await failure(openWith(setting, secret).check())).toMatchObject({ errorClass: 'transient' });
    await openWith(setting, secret).check();
    const noted = JSON.stringify(setting.exchanges);
    const { logins } = setting.server.world.accounts;
    const secrets = [APP.secret, ...(first ?? []), ...logins.flatMap(({ access, refresh }) => [access, refresh])];
    for (const one of secrets) expect(noted).not.toContain(one);
  });

  it('of another shape is none', async () => {
    await start();
    for (const bad of [null, {}, { mode: 'inbox', openId: '../x' }])
      expect(() => openWith(setting, bad)).toThrow(expect.objectContaining({ errorClass: 'auth' }));
  });
});
