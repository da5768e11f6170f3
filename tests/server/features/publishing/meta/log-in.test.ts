import { beforeEach, describe, expect, it } from 'vitest';
import { FACEBOOK_SCOPES } from '../../../../../server/features/publishing/platforms/facebook/publisher.ts';
import { LINKED_SCOPES } from '../../../../../server/features/publishing/platforms/instagram/account.ts';
import { ChoiceNeeded, type Connected, type Publisher } from '../../../../../server/features/publishing/publisher.ts';
import { type SignInRequest, signInRequestSchema } from '../../../../../shared/publishing/channel-entries.ts';
import {
  addLinked,
  facebookOf,
  INSTAGRAM_SCOPES,
  instagramOf,
  startSetting,
} from '../../../../helpers/meta/publishing.ts';
import { beginSignIn, failure, postOf, publish } from '../../../../helpers/publishing/platform-sessions.ts';
import { ofEach, problem } from '../../../../helpers/publishing/publisher-tests.ts';

const DAY_MS = 86_400_000;
const REDIRECT = 'https://localhost/api/channels/return';

const setting = ofEach(() => startSetting());

type Way = 'facebook' | 'page' | 'instagram';
const publisherOf = (way: Way): Publisher => (way === 'facebook' ? facebookOf(setting) : instagramOf(setting));
function requestOf(way: Way, more: object = {}): SignInRequest {
  const { app, instagramApp } = setting.server.world;
  const own = { instagramAppId: instagramApp.id, instagramAppSecret: instagramApp.secret };
  const given = way === 'instagram' ? own : { appId: app.id, appSecret: app.secret };
  return signInRequestSchema.parse({ platform: way === 'facebook' ? way : 'instagram', ...given, ...more });
}
const begin = (way: Way, more: object = {}) =>
  beginSignIn({ publisher: publisherOf(way), calls: setting.calls }, requestOf(way, more), 'http://127.0.0.1:3001/x');
async function signIn(way: Way, more: object = {}, decision = 'allow'): Promise<Connected> {
  const begun = await begin(way, more);
  return begun.complete(await setting.server.decide(begun.authorizeUrl, decision), setting.calls);
}
const open = (way: Way, { secret }: Pick<Connected, 'secret'>) =>
  publisherOf(way).open(JSON.parse(JSON.stringify(secret)), setting.calls, async () => undefined);
const inDays = (days: number) => new Date(setting.clock.now + days * DAY_MS).toISOString();

describe.each([
  [
    'facebook',
    [...FACEBOOK_SCOPES, 'pages_read_user_content'],
    'https://www.facebook.com/v26.0/dialog/oauth',
    'Page of ada.bakes',
  ],
  ['page', LINKED_SCOPES, 'https://www.facebook.com/v26.0/dialog/oauth', '@ada.bakes'],
  ['instagram', INSTAGRAM_SCOPES, 'https://www.instagram.com/oauth/authorize', '@ada.bakes'],
] as const)('a log-in on Meta’s page (%s)', (way, scopes, address, handle) => {
  beforeEach(() => void addLinked(setting, 'ada.bakes'));

  it('connects with the pasted address, once, by the registered one, and begins again with what was entered', async () => {
    const begun = await begin(way);
    const { origin, pathname, searchParams } = new URL(begun.authorizeUrl);
    expect(`${origin}${pathname}`).toBe(address);
    const { world } = setting.server;
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: (way === 'instagram' ? world.instagramApp : world.app).id,
      redirect_uri: REDIRECT,
      response_type: 'code',
      scope: scopes.join(','),
      state: begun.state,
    });
    const back = await setting.server.decide(begun.authorizeUrl);
    expect(back).toMatch(/^https:\/\/localhost\/api\/channels\/return\?.*#_$/);
    const connected = await begun.complete(` ${back}\n`, setting.calls);
    expect(connected).toMatchObject({ handle, expiresAt: inDays(way === 'instagram' ? 60 : 90) });
    expect(await open(way, connected).check()).toMatchObject({ handle, secret: connected.secret });
    expect(publisherOf(way).oauth?.again(connected.secret)).toMatchObject(requestOf(way));
    expect(publisherOf(way).oauth?.again(null)).toBeNull();
    expect(await failure(begun.complete(back, setting.calls))).toEqual(problem('auth', /code has been used/));
    const noted = JSON.stringify(setting.exchanges);
    const secrets = [world.app.secret, world.instagramApp.secret, ...world.tokens.map(({ value }) => value)];
    for (const one of secrets) expect(noted).not.toContain(one);
  });

  it('says that the person refused, and which permission they left out', async () => {
    expect(await failure(signIn(way, {}, 'cancel'))).toMatchObject({
      message: expect.stringMatching(/^You did not grant permission/),
    });
    const lacking = scopes[way === 'instagram' ? 1 : 2];
    expect(await failure(signIn(way, {}, lacking))).toMatchObject({
      errorClass: 'auth',
      message: expect.stringContaining(lacking ?? ''),
    });
  });

  it('names what of the app is wrong', async () => {
    const name = (field: 'Id' | 'Secret') => (way === 'instagram' ? `instagramApp${field}` : `app${field}`);
    const cases = [
      [{ [name('Id')]: 'a'.repeat(32) }, 'rejected', /^This is the .*app secret\. The .*app ID is the number/],
      [{ [name('Secret')]: '123456' }, 'rejected', /^This is an ID: the .*app secret is shown/],
      [{ [name('Id')]: 'not a number' }, 'rejected', /app ID is a number/],
      [
        { [name('Secret')]: 'wrong' },
        'auth',
        /^The app secret does not belong to this app\. Meta says: Error validating/,
      ],
    ] as const;
    for (const [more, errorClass, message] of cases)
      expect(await failure(signIn(way, more)), JSON.stringify(more)).toMatchObject({
        errorClass,
        message: expect.stringMatching(message),
      });
    setting.server.world.callback = 'https://localhost/';
    const begun = await begin(way);
    expect(await setting.server.decide(begun.authorizeUrl)).toMatch(/URL blocked/);
  });
});

it('asks which Page after the log-in, takes the answer with the token of that log-in, and keeps it for the renewal', async () => {
  addLinked(setting, 'ada.bakes');
  addLinked(setting, 'ada.paints');
  for (const way of ['facebook', 'page'] as const) {
    const asked = await failure(signIn(way));
    if (!(asked instanceof ChoiceNeeded && asked.pick)) throw new Error('It has to ask.', { cause: asked });
    const [, second] = asked.choice.options;
    expect(second?.label).toBe(way === 'facebook' ? 'Page of ada.paints' : '@ada.paints (Page of ada.paints)');
    const connected = await asked.pick(second?.value ?? '', setting.calls);
    expect(connected.handle).toMatch(/ada\.paints/);
    const again = publisherOf(way).oauth?.again(connected.secret);
    expect(again).toMatchObject({ page: second?.value });
    expect(await signIn(way, again ?? {})).toMatchObject({ handle: connected.handle });
  }
});

it('posts to the Page of a log-in, whose token outlives the one of the person', async () => {
  addLinked(setting, 'ada.bakes');
  const connected = await signIn('facebook');
  setting.clock.now += DAY_MS;
  expect((await publish(open('facebook', connected), postOf(['Hello']))).error).toBeNull();
  expect(setting.server.world.posts).toMatchObject([{ message: 'Hello' }]);
});

it('logs in by a configuration of Facebook Login for Business, without naming permissions', async () => {
  const begun = await begin('facebook', { configId: '4711' });
  const { searchParams } = new URL(begun.authorizeUrl);
  expect([searchParams.get('config_id'), searchParams.get('scope')]).toEqual(['4711', null]);
});
