import { afterEach, describe, expect, it } from 'vitest';
import { DUE, failure } from '../../../../helpers/publishing/platform-sessions.ts';
import { CLIENT, SCOPE } from '../../../../helpers/youtube/google-oauth.ts';
import { begin, connect, openWith, type Setting, startSetting } from '../../../../helpers/youtube/publishing.ts';
import type { WorldOptions } from '../../../../helpers/youtube/world.ts';

const HOUR_MS = 3_600_000;
let setting: Setting;
afterEach(() => setting.server.close());

async function start(options: Partial<WorldOptions> = {}): Promise<Setting> {
  setting = await startSetting(options);
  return setting;
}

describe('signing in with Google', () => {
  it('connects the channel with the address of the redirect, once', async () => {
    const signIn = await begin(await start());
    const { searchParams, origin } = new URL(signIn.authorizeUrl);
    expect(origin).toBe(setting.server.api.site);
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: 'code',
      client_id: CLIENT.id,
      redirect_uri: 'http://127.0.0.1:3001/api/channels/return',
      scope: SCOPE,
      state: signIn.state,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      access_type: 'offline',
      prompt: 'consent',
    });
    const address = await setting.server.decide(signIn.authorizeUrl);
    const connected = await signIn.complete(` ${address}\n`, setting.calls);
    expect(connected).toMatchObject({
      handle: '@ada',
      remoteId: setting.server.world.channel?.id,
      profileUrl: `https://www.youtube.com/channel/${setting.server.world.channel?.id}`,
      server: 'https://www.youtube.com',
      expiresAt: null,
    });
    expect(await failure(signIn.complete(address, setting.calls))).toMatchObject({
      errorClass: 'auth',
      message: expect.stringContaining('Malformed auth code.'),
    });
    expect(await openWith(setting, connected.secret).check()).toEqual(connected);
  });

  it('says that the login of a project in "Testing" ends after 7 days', async () => {
    const { expiresAt } = await connect(await start({ isTesting: true }));
    expect(Date.parse(expiresAt ?? '') - DUE).toBe(604_799_000);
  });

  it.each([
    ['cancel', 'You did not allow it'],
    ['without', 'You did not allow Local Agent to manage your YouTube videos'],
  ] as const)('connects nothing where the person chose: %s', async (decision, words) => {
    const signIn = await begin(await start());
    const address = await setting.server.decide(signIn.authorizeUrl, decision);
    expect(await failure(signIn.complete(address, setting.calls))).toMatchObject({
      errorClass: 'auth',
      message: expect.stringContaining(words),
    });
  });

  it('takes no address of another sign-in, and nothing that is none', async () => {
    const signIn = await begin(await start());
    const address = await setting.server.decide(signIn.authorizeUrl);
    for (const answer of [address.replace(/state=[^&]*/, 'state=x'), 'http://127.0.0.1/?code=x', '4/0Abc', '']) {
      expect(await failure(signIn.complete(answer, setting.calls))).toMatchObject({ errorClass: 'rejected' });
    }
    expect(setting.server.requests.map(({ name }) => name)).not.toContain('POST /token');
  });

  it('is held to the challenge: a stolen code is of no use to another sign-in', async () => {
    const signIn = await begin(await start());
    const stolen = new URL(await setting.server.decide(signIn.authorizeUrl)).searchParams.get('code');
    const other = await begin(setting);
    const address = `http://127.0.0.1:3001/api/channels/return?code=${stolen}&state=${other.state}`;
    expect(await failure(other.complete(address, setting.calls))).toMatchObject({ errorClass: 'auth' });
  });

  it('says in Google’s words that a client secret is wrong, and that an account has no channel', async () => {
    await start();
    expect(await failure(connect(setting, { clientSecret: 'GOCSPX-wrong-secret' }))).toMatchObject({
      errorClass: 'auth',
      message: 'Google does not know this client ID and secret: Unauthorized',
    });
    setting.server.world.channel = null;
    expect(await failure(connect(setting))).toMatchObject({
      errorClass: 'auth',
      message: expect.stringContaining('has no YouTube channel'),
    });
  });

  it('keeps no secret in what is noted of its calls, also where an answer repeats it', async () => {
    const signIn = await begin(await start());
    const address = await setting.server.decide(signIn.authorizeUrl);
    const code = new URL(address).searchParams.get('code') ?? '';
    const body = { error: 'server_error', echo: `${CLIENT.secret} ${code}` };
    setting.server.fail('POST /token', { when: 'before', answer: { status: 500, body } });
    expect(await failure(signIn.complete(address, setting.calls))).toMatchObject({ errorClass: 'transient' });
    const connected = await signIn.complete(address, setting.calls);
    setting.clock.now += HOUR_MS;
    await openWith(setting, connected.secret).check();
    expect(setting.exchanges.map(({ step }) => step)).toContain('renew token');
    const noted = JSON.stringify(setting.exchanges);
    const { tokens, refreshTokens } = setting.server.world.accounts;
    for (const secret of [CLIENT.secret, code, ...[...tokens, ...refreshTokens].map(({ value }) => value)])
      expect(noted).not.toContain(secret);
  });
});

describe('a login that is kept', () => {
  it('is renewed ahead of its end, once for all sessions, and kept before it is used', async () => {
    const { secret } = await connect(await start());
    setting.clock.now += HOUR_MS - 5 * 60_000;
    const names = () => setting.server.requests.map(({ name }) => name).filter((name) => name === 'POST /token');
    const before = names().length;
    await Promise.all([openWith(setting, secret).check(), openWith(setting, secret).check()]);
    expect(names().length - before).toBe(1);
    expect(setting.kept).toHaveLength(2);
    const newest = setting.server.world.accounts.tokens.at(-1)?.value;
    expect(setting.server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${newest}`);
    expect(setting.kept[0]).toMatchObject({ tokens: { accessToken: newest } });
  });

  it('is renewed where YouTube refuses the token early', async () => {
    const { secret } = await connect(await start());
    for (const token of setting.server.world.accounts.tokens) token.expiresAt = 0;
    expect(await openWith(setting, secret).check()).toMatchObject({ handle: '@ada' });
    expect(setting.kept).toHaveLength(1);
  });

  it('that was ended must be connected again; Google’s own trouble is no such thing', async () => {
    const { secret } = await connect(await start());
    setting.clock.now += HOUR_MS;
    setting.server.fail('POST /token', { when: 'before', answer: { status: 503, body: '<p>Sorry</p>' } });
    expect(await failure(openWith(setting, secret).check())).toMatchObject({ errorClass: 'transient' });
    for (const token of setting.server.world.accounts.refreshTokens) token.isRevoked = true;
    expect(await failure(openWith(setting, secret).check())).toMatchObject({
      errorClass: 'auth',
      message: expect.stringContaining('expired or revoked'),
    });
  });

  it('is ended at Google, or what is left is said', async () => {
    const { secret } = await connect(await start());
    const body = { error: 'backend_error' };
    setting.server.fail('POST /revoke', { when: 'before', answer: { status: 500, body } });
    expect(await openWith(setting, secret).logOut()).toMatchObject({ url: expect.stringContaining('connections') });
    expect(await openWith(setting, secret).logOut()).toBeNull();
    expect(setting.server.world.accounts.refreshTokens).toMatchObject([{ isRevoked: true }]);
    expect(await openWith(setting, secret).logOut()).toBeNull();
  });

  it('of another shape is none', async () => {
    await start();
    for (const bad of [null, {}, { channelId: '../x' }])
      expect(() => openWith(setting, bad)).toThrow(expect.objectContaining({ errorClass: 'auth' }));
  });
});
