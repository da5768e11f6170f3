import { describe, expect, it } from 'vitest';
import { LINKED_SCOPES } from '../../../../../server/features/publishing/platforms/instagram/account.ts';
import {
  addLinked,
  INSTAGRAM_SCOPES,
  instagramOf,
  openInstagram,
  startSetting,
} from '../../../../helpers/meta/publishing.ts';
import { failure } from '../../../../helpers/publishing/platform-sessions.ts';
import { ofEach, problem } from '../../../../helpers/publishing/publisher-tests.ts';

const DAY_MS = 24 * 3_600_000;

const setting = ofEach(() => startSetting());

const connect = (accessToken: string, more: object = {}) =>
  instagramOf(setting).connect({ platform: 'instagram', accessToken, ...more }, setting.calls);
const inDays = (days: number) => new Date(setting.clock.now + days * DAY_MS).toISOString();

describe('connecting an Instagram account through its Page', () => {
  it('says what is missing: the link, a permission', async () => {
    setting.server.addPage('Without one');
    expect(await failure(connect(setting.server.userToken(LINKED_SCOPES).value))).toEqual(
      problem('rejected', 'is linked to a Page'),
    );
    addLinked(setting, 'ada.bakes');
    const lacking = setting.server.userToken(LINKED_SCOPES.slice(0, 4)).value;
    expect(await failure(connect(lacking))).toEqual(
      problem('auth', 'permissions instagram_content_publish, instagram_manage_comments.'),
    );
  });

  it('finds out later that the link is gone', async () => {
    const session = await openInstagram(setting);
    expect(await session.check()).toMatchObject({ handle: '@ada.bakes' });
    expect(await session.logOut()).toMatchObject({ url: expect.stringContaining('facebook.com') });
    for (const page of setting.server.world.pages) page.igId = null;
    expect(await failure(session.check())).toEqual(problem('auth', /no longer linked/));
  });
});

describe('connecting an Instagram account with a token of its own', () => {
  it('takes the token for 60 days, and says that pictures need an address', async () => {
    const { igId } = addLinked(setting, 'ada.bakes');
    const { value } = setting.server.instagramToken(igId, INSTAGRAM_SCOPES);
    expect(await connect(value)).toMatchObject({
      handle: '@ada.bakes',
      remoteId: igId,
      expiresAt: inDays(60),
      limits: { needsAddress: true },
      secret: { way: 'instagram', accessToken: value },
    });
  });

  it('renews it a day later without a secret, then ahead of its end, and keeps the new one before it is used', async () => {
    const kept: unknown[] = [];
    const session = await openInstagram(setting, 'instagram', async (secret) => void kept.push(secret));
    setting.clock.now += DAY_MS;
    expect(await session.check()).not.toHaveProperty('problem');
    expect(kept).toEqual([]);
    setting.clock.now += 0.1 * DAY_MS;
    const checked = await session.check();
    expect(checked.expiresAt).toBe(inDays(60));
    expect(kept).toEqual([checked.secret]);
    const [own, renewed] = setting.server.world.tokens.filter(({ kind }) => kind === 'instagram');
    expect(checked.secret).toMatchObject({ accessToken: renewed?.value });
    expect(JSON.stringify(setting.exchanges)).not.toContain(own?.value);
    expect(JSON.stringify(setting.exchanges)).not.toContain(renewed?.value);
    const renewals = setting.server.requests.filter(({ name }) => name.includes('refresh'));
    expect(renewals.map(({ url }) => new URL(url).search)).toEqual(
      Array(2).fill(`?grant_type=ig_refresh_token&access_token=${own?.value}`),
    );
    expect(renewals.some(({ headers }) => headers.authorization)).toBe(false);
    const again = instagramOf(setting).open(checked.secret, setting.calls, async (secret) => void kept.push(secret));
    setting.clock.now += 14 * DAY_MS;
    await again.check();
    expect(kept).toHaveLength(1);
    setting.clock.now += 2 * DAY_MS;
    expect((await again.check()).expiresAt).toBe(inDays(60));
    expect(kept).toHaveLength(2);
  });

  it('goes on with the old token where Instagram did not renew it now, and says so', async () => {
    const session = await openInstagram(setting, 'instagram');
    const fail = (status: number, body: object) =>
      setting.server.fail('GET /refresh_access_token', { when: 'before', answer: { status, body } });
    const own = setting.server.world.tokens.find(({ kind }) => kind === 'instagram');
    setting.clock.now += 30 * DAY_MS;
    fail(400, { error: { code: 100, message: `Unsupported request: access_token=${own?.value}` } });
    const checked = await session.check();
    expect(checked).toMatchObject({
      expiresAt: inDays(30),
      problem: expect.stringMatching(/^Instagram did not renew this login.* It says: Unsupported request/),
    });
    expect(checked.problem).not.toContain(own?.value);
    expect(JSON.stringify(setting.exchanges)).not.toContain(own?.value);
    setting.clock.now += 31 * DAY_MS;
    expect(await failure(session.check())).toMatchObject({ errorClass: 'auth' });
    expect(await session.logOut()).toMatchObject({ url: 'https://www.instagram.com/accounts/manage_access/' });
  });

  it('troubles nobody with one answer that did not come, as long as there is time', async () => {
    const session = await openInstagram(setting, 'instagram');
    setting.clock.now += 2 * DAY_MS;
    const { secret } = await session.check();
    const again = instagramOf(setting).open(secret, setting.calls, async () => undefined);
    const check = async () => {
      setting.server.fail('GET /refresh_access_token', { when: 'before', answer: { status: 500 } });
      return (await again.check()).problem;
    };
    setting.clock.now += 20 * DAY_MS;
    expect(await check()).toBeNull();
    setting.clock.now += 15 * DAY_MS;
    expect(await check()).toContain('did not renew');
  });

  it('refuses one that may not publish', async () => {
    const { igId } = addLinked(setting, 'ada.bakes');
    const { value } = setting.server.instagramToken(igId, ['instagram_business_basic']);
    expect(await failure(connect(value))).toEqual(problem('auth', 'instagram_business_content_publish'));
  });
});
