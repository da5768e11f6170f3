import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { guide } from '../../../../../shared/platforms/linkedin/guide.ts';
import { channelEntrySchema } from '../../../../../shared/publishing/channel-entries.ts';
import { connect, openSession, type Setting, startSetting } from '../../../../helpers/linkedin/publishing.ts';
import { failure } from '../../../../helpers/publishing/platform-sessions.ts';

let setting: Setting;
beforeEach(async () => {
  setting = await startSetting();
});
afterEach(() => setting.server.close());

describe('connecting', () => {
  it('says whose token it is, and when it ends', async () => {
    const { secret, ...seen } = await connect(setting);
    expect(seen).toEqual({
      handle: 'Ada Lovelace',
      remoteId: setting.ada.id,
      profileUrl: null,
      server: 'https://www.linkedin.com',
      expiresAt: '2027-01-21T09:00:00.000Z',
      limits: {},
    });
    setting.clock.now += 10 * 86_400_000;
    const session = setting.publisher.open(secret, setting.calls, async () => undefined);
    expect(await session.check()).toEqual({ ...seen, secret });
  });

  it('refuses what is no token, and one that may not post', async () => {
    expect(await failure(connect(setting, 'wrong'))).toMatchObject({
      errorClass: 'auth',
      message: 'Invalid access token. Make a new token, and connect the account with it.',
    });
    expect(await failure(connect(setting, 'two words'))).toMatchObject({ errorClass: 'rejected' });
    const reader = setting.server.addMember('Reader', ['openid', 'profile']);
    expect(await failure(connect(setting, reader.token))).toMatchObject({
      errorClass: 'auth',
      message:
        'Not enough permissions to access: POST /rest/images?action=initializeUpload.20260701. Add the product "Share on LinkedIn" to your app, and make a token with openid, profile and w_member_social.',
    });
    const other = setting.server.addMember('Other', ['w_member_social']);
    expect(await failure(connect(setting, other.token))).toMatchObject({
      errorClass: 'auth',
      message: expect.stringMatching(
        /^Not enough permissions to access: userinfo\..* make a token with openid, profile/,
      ),
    });
    const expired = {
      status: 401,
      body: { status: 401, code: 'EXPIRED_ACCESS_TOKEN', message: 'The token used in the request has expired' },
    };
    setting.server.fail('GET /v2/userinfo', { when: 'before', answer: expired });
    expect(await failure(connect(setting))).toMatchObject({
      errorClass: 'auth',
      message: 'The token used in the request has expired. Make a new token, and connect the account with it.',
    });
  });

  it('tells a version that has ended apart, and names the setting', async () => {
    setting.server.world.versions = ['202707'];
    expect(await failure(connect(setting))).toMatchObject({
      errorClass: 'rejected',
      message:
        'Requested version 20260701 is not active. LinkedIn has ended version 202607 of its API. Update Local Agent, or set platformApis.linkedin.version to a newer one; then retry.',
    });
  });

  it('is over once the token is revoked, and says where to end a token', async () => {
    const session = await openSession(setting);
    expect(await session.logOut()).toMatchObject({ url: 'https://www.linkedin.com/psettings/permitted-services' });
    setting.ada.isRevoked = true;
    expect(await failure(session.check())).toMatchObject({ errorClass: 'auth' });
    expect(() => setting.publisher.open({}, setting.calls, async () => undefined)).toThrow(/Connect the account again/);
  });

  it('asks for one token, and says first that it ends', () => {
    expect(channelEntrySchema.safeParse({ platform: 'linkedin', accessToken: ' AQX ' }).data).toEqual({
      platform: 'linkedin',
      accessToken: 'AQX',
    });
    expect(guide.cannot[0]).toContain('60 days');
  });
});
