import { afterEach, describe, expect, it } from 'vitest';
import { failure } from '../../../../helpers/publishing/platform-sessions.ts';
import type { World } from '../../../../helpers/tiktok/posts.ts';
import { connect, openWith, type Setting, startSetting } from '../../../../helpers/tiktok/publishing.ts';

const DAY_MS = 24 * 3_600_000;
let setting: Setting;
afterEach(() => setting.server.close());

async function start(options: Partial<World> = {}): Promise<Setting> {
  setting = await startSetting(options);
  return setting;
}

describe('signing in with TikTok', () => {
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

  it('says what the person left out', async () => {
    await start();
    expect(await failure(connect(setting, {}, 'video.upload'))).toMatchObject({
      errorClass: 'auth',
      message: expect.stringContaining('You did not allow video.upload'),
    });
    expect(await connect(setting, {}, 'video.list')).toMatchObject({ handle: 'Ada' });
  });
});

describe('a login that is kept', () => {
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
});
