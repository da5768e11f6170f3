import { afterEach, describe, expect, it } from 'vitest';
import { DUE, failure } from '../../../../helpers/publishing/platform-sessions.ts';
import { begin, connect, openWith, type Setting, startSetting } from '../../../../helpers/youtube/publishing.ts';
import type { WorldOptions } from '../../../../helpers/youtube/world.ts';

let setting: Setting;
afterEach(() => setting.server.close());

async function start(options: Partial<WorldOptions> = {}): Promise<Setting> {
  setting = await startSetting(options);
  return setting;
}

describe('signing in with Google', () => {
  it('says that the login of a project in "Testing" ends after 7 days', async () => {
    const { expiresAt } = await connect(await start({ isTesting: true }));
    expect(Date.parse(expiresAt ?? '') - DUE).toBe(604_799_000);
  });

  it.each([['without', 'You did not allow Local Agent to manage your YouTube videos']] as const)(
    'connects nothing where the person chose: %s',
    async (decision, words) => {
      const signIn = await begin(await start());
      const address = await setting.server.decide(signIn.authorizeUrl, decision);
      expect(await failure(signIn.complete(address, setting.calls))).toMatchObject({
        errorClass: 'auth',
        message: expect.stringContaining(words),
      });
    },
  );

  it('says that an account has no channel', async () => {
    await start();
    setting.server.world.channel = null;
    expect(await failure(connect(setting))).toMatchObject({
      errorClass: 'auth',
      message: expect.stringContaining('has no YouTube channel'),
    });
  });
});

describe('a login that is kept', () => {
  it('is ended at Google, or what is left is said', async () => {
    const { secret } = await connect(await start());
    const body = { error: 'backend_error' };
    setting.server.fail('POST /revoke', { when: 'before', answer: { status: 500, body } });
    expect(await openWith(setting, secret).logOut()).toMatchObject({ url: expect.stringContaining('connections') });
    expect(await openWith(setting, secret).logOut()).toBeNull();
    expect(setting.server.world.accounts.refreshTokens).toMatchObject([{ isRevoked: true }]);
    expect(await openWith(setting, secret).logOut()).toBeNull();
  });
});
