import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { platformCalls } from '../../../../server/features/publishing/platform-calls.ts';
import { FACEBOOK_SCOPES } from '../../../../server/features/publishing/platforms/facebook/publisher.ts';
import { LINKED_SCOPES } from '../../../../server/features/publishing/platforms/instagram/account.ts';
import { publishersFor } from '../../../../server/features/publishing/publishers.ts';
import type { Platform } from '../../../../shared/posts/platforms.ts';
import type { KeyEntry } from '../../../../shared/publishing/guide-window.ts';
import type { PlatformApiSettings } from '../../../../shared/publishing/platform-apis.ts';
import { type MetaServer, startMetaServer } from '../../../helpers/meta/imitation.ts';
import { type PinterestServer, startPinterest } from '../../../helpers/pinterest/imitation.ts';
import { APP as PINTEREST_APP } from '../../../helpers/pinterest/pinterest-oauth.ts';
import { instead } from '../../../helpers/publishing/imitation.ts';
import { startTelegramServer, type TelegramServer } from '../../../helpers/telegram/imitation.ts';
import { startTikTok, type TikTokServer } from '../../../helpers/tiktok/imitation.ts';
import { APP } from '../../../helpers/tiktok/tiktok-oauth.ts';
import { startXServer, type XServer } from '../../../helpers/x/imitation.ts';
import { CLIENT } from '../../../helpers/youtube/google-oauth.ts';
import { startYouTube, type YouTubeServer } from '../../../helpers/youtube/imitation.ts';

let meta: MetaServer;
let x: XServer;
let tiktok: TikTokServer;
let youtube: YouTubeServer;
let telegram: TelegramServer;
let pinterest: PinterestServer;
let apis: PlatformApiSettings;

beforeAll(async () => {
  [meta, x, tiktok, youtube, telegram, pinterest] = await Promise.all([
    startMetaServer(),
    startXServer(),
    startTikTok(),
    startYouTube(),
    startTelegramServer(),
    startPinterest(),
  ]);
  const { origin, tokenOrigin } = youtube.api;
  apis = {
    facebook: { origin: meta.origin },
    twitter: { origin: x.origin },
    tiktok: { origin: tiktok.api.origin },
    youtube_shorts: { origin, tokenOrigin },
    telegram: { origin: telegram.origin },
    pinterest: { origin: pinterest.origin },
  };
});
afterAll(() => Promise.all([meta, x, tiktok, youtube, telegram, pinterest].map((server) => server.close())));

const ask = async (platform: Platform, entry: KeyEntry) => {
  const publisher = publishersFor(apis).find((one) => one.platform === platform);
  return (await publisher?.checkKeys?.(entry, platformCalls({ signal: AbortSignal.timeout(20_000) }))) ?? [];
};

const HOUR_S = 3600;

it.each([
  ['twitter', () => x.addUser('ada').keys, ['apiKey', 'apiSecret']],
  ['tiktok', () => ({ clientKey: APP.key, clientSecret: APP.secret }), ['clientKey', 'clientSecret']],
  ['youtube_shorts', () => ({ clientId: CLIENT.id, clientSecret: CLIENT.secret }), ['clientId', 'clientSecret']],
  ['pinterest', () => ({ appId: PINTEREST_APP.id, appSecret: PINTEREST_APP.secret }), ['appId', 'appSecret']],
  ['facebook', () => ({ appId: meta.world.app.id, appSecret: meta.world.app.secret }), ['appId', 'appSecret']],
] as const)(
  'an app of %s is known by both of its keys, refused by one that is wrong, and not asked about by one',
  async (platform, keys, [id, secret]) => {
    const good: KeyEntry = keys();
    expect(await ask(platform, good)).toEqual([{ fields: [id, secret], state: 'works', words: expect.any(String) }]);
    const [refused, ...others] = await ask(platform, { ...good, [secret]: 'f'.repeat(32) });
    expect([refused?.state, others]).toEqual(['wrong', []]);
    expect(refused?.fields).toContain(secret);
    expect(await ask(platform, { [id]: good[id] ?? '' })).toEqual([]);
  },
);

describe('a token of Meta', () => {
  const state = async (platform: Platform, entry: KeyEntry) => {
    const [finding] = await ask(platform, entry);
    return [finding?.state, finding?.words];
  };
  it.each<[string, () => string, string, string]>([
    [
      'that holds for 60 days works',
      (): string => meta.userToken(FACEBOOK_SCOPES).value,
      'works',
      'it has all permissions',
    ],
    ['of an hour is unfinished', () => meta.userToken(FACEBOOK_SCOPES, HOUR_S).value, 'unfinished', 'Extend it next'],
    [
      'without permissions names them',
      () => meta.userToken(FACEBOOK_SCOPES.slice(0, 2)).value,
      'wrong',
      'lacks pages_manage_posts, pages_manage_engagement. In the Graph API Explorer, add them',
    ],
    ['that has ended says so', () => meta.userToken(FACEBOOK_SCOPES, -1).value, 'wrong', 'Session has expired'],
    ['that is none says so', () => 'EAAnothing', 'wrong', 'access token'],
  ])('%s', async (_what, token, expected, words) => {
    expect(await state('facebook', { accessToken: token() })).toEqual([expected, expect.stringContaining(words)]);
  });

  it('of an hour is enough with the app’s keys, of another app it is not, and Instagram needs more', async () => {
    const { value: accessToken } = meta.userToken(FACEBOOK_SCOPES, HOUR_S);
    const app = { appId: meta.world.app.id, appSecret: meta.world.app.secret };
    expect((await ask('facebook', { accessToken, ...app })).map((one) => one.state)).toEqual(['works', 'works']);
    expect(await state('facebook', { accessToken, appId: '1'.repeat(16) })).toEqual([
      'wrong',
      expect.stringContaining('another app'),
    ]);
    expect(await ask('facebook', { appId: '1'.repeat(16), appSecret: app.appSecret })).toMatchObject([
      { fields: ['appId'], state: 'wrong' },
    ]);
    expect(await state('instagram', { accessToken })).toEqual(['wrong', expect.stringContaining('instagram_basic')]);
    expect(await ask('instagram', { accessToken: meta.userToken(LINKED_SCOPES).value })).toMatchObject([
      { state: 'works' },
    ]);
    expect(await ask('instagram', { accessToken: meta.instagramToken('1', []).value })).toEqual([]);
  });
});

it('an app of Meta that cannot be published is named where posts need it, and one that Meta says nothing of is not', async () => {
  const { app } = meta.world;
  const keys = { appId: app.id, appSecret: app.secret };
  meta.fail('GET /:id', instead(400, { error: { code: 100, message: 'Tried accessing nonexisting field' } }));
  expect(await ask('facebook', keys)).toMatchObject([{ state: 'works' }]);
  app.privacyPolicyUrl = null;
  expect(await ask('instagram', keys)).toMatchObject([{ state: 'works' }]);
  expect(await ask('facebook', keys)).toMatchObject([
    { state: 'works' },
    { fields: ['appId'], state: 'unfinished', words: expect.stringContaining('cannot be published') },
  ]);
});

it('a bot of Telegram is named by its token, and with its channel whether it may post there', async () => {
  const bot = telegram.addBot('ada_bot');
  telegram.addChannel('Ada bakes', bot);
  const entered = { botToken: bot.token, channel: '@ada_bakes' };
  expect(await ask('telegram', { botToken: bot.token })).toMatchObject([{ fields: ['botToken'], state: 'works' }]);
  expect(await ask('telegram', entered)).toMatchObject([
    { fields: ['botToken', 'channel'], state: 'works', words: 'The bot may post to @ada_bakes.' },
  ]);
  expect(await ask('telegram', { ...entered, channel: '@elsewhere' })).toMatchObject([{ state: 'wrong' }]);
  expect(await ask('telegram', { botToken: `1234567890:${'A'.repeat(35)}` })).toMatchObject([{ state: 'wrong' }]);
});

it('keys of a sandbox are named, and the wrong type of client', async () => {
  tiktok.fail('POST /v2/oauth/token/', instead(200, { access_token: 'clt.1', expires_in: 7200, token_type: 'Bearer' }));
  expect(await ask('tiktok', { clientKey: 'sbaw1', clientSecret: 'x' })).toMatchObject([
    { state: 'works' },
    { state: 'unfinished', words: expect.stringContaining('Target users') },
  ]);
  youtube.fail('POST /token', instead(400, { error: 'redirect_uri_mismatch', error_description: 'Bad Request' }));
  expect(await ask('youtube_shorts', { clientId: '1', clientSecret: 'x' })).toMatchObject([
    { state: 'wrong', words: expect.stringContaining('Desktop app') },
  ]);
});

it('an outage says nothing of the keys', async () => {
  x.fail('POST /oauth2/token', instead(503, 'down'));
  await expect(ask('twitter', { apiKey: 'a', apiSecret: 'b' })).rejects.toMatchObject({ errorClass: 'transient' });
});
