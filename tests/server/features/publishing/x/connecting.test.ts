import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { guide } from '../../../../../shared/platforms/x/guide.ts';
import { channelEntrySchema } from '../../../../../shared/publishing/channel-entries.ts';
import { failure } from '../../../../helpers/publishing/platform-sessions.ts';
import { connect, openSession, type Setting, startSetting } from '../../../../helpers/x/publishing.ts';

let setting: Setting;
beforeEach(async () => {
  setting = await startSetting();
});
afterEach(() => setting.server.close());

describe('connecting', () => {
  it('says whose keys these are, and keeps the amount that posts may cost', async () => {
    const { secret, ...seen } = await connect(setting, { monthlyBudget: '2.50' });
    expect(seen).toEqual({
      handle: '@ada',
      remoteId: setting.ada.id,
      profileUrl: 'https://x.com/ada',
      server: 'https://x.com',
      expiresAt: null,
      limits: { monthlyMills: 2500 },
    });
    expect(secret).toEqual({ ...setting.ada.keys, userId: setting.ada.id, username: 'ada', monthlyMills: 2500 });
    expect((await connect(setting)).limits).toEqual({});
    const session = setting.publisher.open(secret, setting.calls, async () => undefined);
    expect(await session.check()).toEqual({ ...seen, secret });
  });

  it.each(['apiKey', 'apiSecret', 'accessToken', 'accessTokenSecret'] as const)('refuses a wrong %s', async (key) => {
    const wrong = { [key]: `${setting.ada.keys[key]}x` };
    expect(await failure(connect(setting, wrong))).toMatchObject({
      errorClass: 'auth',
      message: 'Unauthorized. The keys may have been regenerated. Connect the account with the new ones.',
    });
  });

  it('names the remedy where the keys may only read, and where the clock is wrong', async () => {
    setting.ada.access = 'read';
    expect(await failure(connect(setting))).toMatchObject({
      errorClass: 'auth',
      message: expect.stringContaining('Give the app "Read and write" under User authentication settings'),
    });
    setting.ada.access = 'read-write';
    setting.server.world.now = () => setting.clock.now + 20 * 60_000;
    expect(await failure(connect(setting))).toMatchObject({
      errorClass: 'auth',
      message: expect.stringContaining('clock is 20 minutes off'),
    });
  });

  it('tells other texts from keys before anything is sent', async () => {
    expect(await failure(connect(setting, { accessToken: 'AAAAAAAAAAAAAAAAAAAAAMLheAAA' }))).toMatchObject({
      errorClass: 'rejected',
      message: expect.stringContaining('The Bearer Token and the Client ID are not needed'),
    });
    expect(await failure(connect(setting, { apiKey: 'two words' }))).toMatchObject({ errorClass: 'rejected' });
    expect(setting.server.requests).toEqual([]);
  });

  it('says at the end that the keys still work, and where to end them', async () => {
    const session = await openSession(setting);
    expect(await session.logOut()).toMatchObject({ url: 'https://console.x.com' });
    expect(() => setting.publisher.open({ old: true }, setting.calls, async () => undefined)).toThrow(/Connect the/);
  });
});

describe('what connecting asks', () => {
  const keys = { apiKey: 'a', apiSecret: 'b', accessToken: 'c', accessTokenSecret: 'd' };
  const read = (monthlyBudget: string) =>
    channelEntrySchema.safeParse({ platform: 'twitter', ...keys, monthlyBudget }).data;

  it('is the four keys, hidden, and an amount of dollars where the person wants one', () => {
    const [way] = guide.ways;
    expect(way?.fields.filter(({ isSecret }) => isSecret).map(({ name }) => name)).toEqual(Object.keys(keys));
    expect(channelEntrySchema.safeParse({ platform: 'twitter', ...keys }).success).toBe(true);
    expect(read('$5')).toMatchObject({ monthlyBudget: '5' });
    for (const wrong of ['0', '0.00', '-1', 'five', '1e9', '1.005']) expect(read(wrong)).toBeUndefined();
  });

  it('says the prices first', () => {
    expect(guide.cost).toMatch(/\$0\.015 a post and \$0\.20 a post with a link/);
  });
});
