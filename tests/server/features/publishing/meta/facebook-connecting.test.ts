import { describe, expect, it } from 'vitest';
import { FACEBOOK_SCOPES } from '../../../../../server/features/publishing/platforms/facebook/publisher.ts';
import { ChoiceNeeded } from '../../../../../server/features/publishing/publisher.ts';
import { facebookOf, openPage, startSetting } from '../../../../helpers/meta/publishing.ts';
import { failure } from '../../../../helpers/publishing/platform-sessions.ts';
import { ofEach, problem } from '../../../../helpers/publishing/publisher-tests.ts';

const setting = ofEach(() => startSetting());

const connect = (accessToken: string, more: object = {}) =>
  facebookOf(setting).connect({ platform: 'facebook', accessToken, ...more }, setting.calls);
const token = (scopes: readonly string[] = FACEBOOK_SCOPES, seconds?: number) =>
  setting.server.userToken(scopes, seconds).value;

describe('connecting a Page', () => {
  it('asks which Page where there are several, and takes the answer', async () => {
    setting.server.addPage('Ada Bakes');
    const second = setting.server.addPage('Ada Paints');
    setting.server.addPage('Only read', { tasks: ['ANALYZE'] });
    const accessToken = token();
    const asked = await failure(connect(accessToken));
    expect(asked).toBeInstanceOf(ChoiceNeeded);
    expect(asked).toMatchObject({
      choice: { field: 'page', options: [{ label: 'Ada Bakes' }, { value: second.id, label: 'Ada Paints' }] },
    });
    expect(await connect(accessToken, { page: second.id })).toMatchObject({ remoteId: second.id });
    expect(await failure(connect(accessToken, { page: '999' }))).toBeInstanceOf(ChoiceNeeded);
  });

  it('reads all Pages of a long list', async () => {
    for (let count = 1; count <= 130; count++) setting.server.addPage(`Page ${count}`);
    expect(await failure(connect(token()))).toMatchObject({ choice: { options: { length: 130 } } });
  });

  it('refuses a token of an hour, unless it can exchange it', async () => {
    setting.server.addPage('Ada Bakes');
    const short = token(FACEBOOK_SCOPES, 3600);
    expect(await failure(connect(short))).toEqual(problem('rejected', 'Access Token Debugger'));
    const { id: appId, secret: appSecret } = setting.server.world.app;
    expect(await connect(short, { appId, appSecret })).toMatchObject({ handle: 'Ada Bakes', expiresAt: null });
    setting.clock.now += 3 * 3_600_000;
    const pageTokens = setting.server.world.tokens.filter(({ kind }) => kind === 'page');
    expect(pageTokens.map(({ expiresAt }) => expiresAt)).toEqual([0]);
    expect(await failure(connect(token(FACEBOOK_SCOPES, 3600), { appId, appSecret: 'wrong-secret' }))).toMatchObject({
      message: expect.stringContaining('client secret'),
    });
  });

  it('names the permissions that are missing, also where the app may not ask about its tokens', async () => {
    setting.server.addPage('Ada Bakes');
    const lacking = token(['pages_show_list', 'pages_read_engagement', 'pages_manage_posts']);
    const words = {
      errorClass: 'auth',
      message: expect.stringContaining('lacks the permission pages_manage_engagement. Generate one'),
    };
    expect(await failure(connect(lacking))).toMatchObject(words);
    const error = { error: { message: '(#100) You must provide an app access token', code: 100 } };
    setting.server.fail('GET /debug_token', { when: 'before', answer: { status: 400, body: error } });
    expect(await failure(connect(lacking))).toMatchObject(words);
  });

  it('says in plain words what keeps it: no Page, no role there, and a token that is none', async () => {
    const said = async (accessToken: string) => {
      const error = await failure(connect(accessToken));
      return [error?.errorClass, error?.message];
    };
    expect(await said(token())).toEqual([
      'rejected',
      'This token is not for any Page. Choose your Page when you generate it; for a Page of a business portfolio, add the permission business_management.',
    ]);
    setting.server.addPage('Only read', { tasks: ['ANALYZE'] });
    expect(await said(token())).toEqual([
      'rejected',
      "You may not post to Only read: your access there lacks Content. Have an admin give it to you in the Page's settings, Page access; then generate a new token.",
    ]);
    const remedy = 'Generate a new token, and connect the account with it.';
    expect(await said('EAAnone')).toEqual([
      'auth',
      `Invalid OAuth access token - Cannot parse access token. (code 190) ${remedy}`,
    ]);
    expect(await said('two words')).toEqual([
      'rejected',
      'This is not an access token: it contains spaces or invalid characters.',
    ]);
  });

  it('keeps no secret in what is recorded, even where the answer repeats it', async () => {
    setting.server.addPage('Ada Bakes');
    const short = token(FACEBOOK_SCOPES, 3600);
    const { id: appId, secret: appSecret } = setting.server.world.app;
    const echo = { error: { message: `Bad ${short} with ${appSecret}`, code: 100 } };
    setting.server.fail('POST /oauth/access_token', { when: 'before', answer: { status: 400, body: echo } });
    const error = await failure(connect(short, { appId, appSecret }));
    await connect(short, { appId, appSecret });
    const recorded = JSON.stringify([setting.exchanges]);
    for (const { value } of setting.server.world.tokens) expect(recorded).not.toContain(value);
    expect(recorded).not.toContain(appSecret);
    expect(error?.message).not.toContain(short);
    expect(error?.message).not.toContain(appSecret);
  });

  it('checks later whether the Page still takes it, and what is left to remove', async () => {
    const session = await openPage(setting);
    expect(await session.check()).toMatchObject({ handle: 'Ada Bakes', expiresAt: null });
    expect(await session.logOut()).toMatchObject({ url: expect.stringContaining('https://www.facebook.com/settings') });
    for (const one of setting.server.world.tokens) one.scopes = ['pages_show_list'];
    expect(await failure(session.check())).toEqual(problem('auth', /pages_manage_posts/));
    for (const one of setting.server.world.tokens) one.isRevoked = true;
    expect(await failure(session.check())).toMatchObject({ errorClass: 'auth' });
    expect(() => facebookOf(setting).open({ none: true }, setting.calls, async () => undefined)).toThrow(/Connect/);
  });
});
