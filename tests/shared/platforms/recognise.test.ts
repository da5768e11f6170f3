import { describe, expect, it } from 'vitest';
import {
  doubtsOf,
  inTheirFields,
  isGoogleLogIn,
  isLogIn,
  recognise,
  stepAt,
} from '../../../shared/platforms/recognise.ts';
import type { ChannelWay } from '../../../shared/platforms/ways.ts';
import { PLATFORMS, type Platform, platformOf } from '../../../shared/posts/platforms.ts';

const text = (length: number) => 'aB3dE5gH7jK9mN1pQ3sT5vX7zA9cE1gH3jK5mN7pQ9sT1vX3zA5cE7g'.repeat(4).slice(0, length);
const wayOf = async (platform: Platform, holds: string): Promise<ChannelWay> => {
  const { ways } = (await platformOf(platform).guide()).guide;
  const way = ways.find(({ fields }) => fields.some(({ name, form }) => name === holds && form));
  if (!way) throw new Error(`${platform} has no field ${holds}`);
  return way;
};

const X = { apiKey: text(25), apiSecret: text(50), accessToken: `17-${text(40)}`, accessTokenSecret: text(45) };
const GOOGLE = { clientId: '123-abc1.apps.googleusercontent.com', clientSecret: 'GOCSPX-abc_DEF-123456' };
const META = { accessToken: `EAA${text(60)}`, appId: '1234567890123456', appSecret: '0123456789abcdef'.repeat(2) };

describe('a copied text', () => {
  it.each([
    ['twitter', 'apiKey', `  ${X.accessToken}\n`, { accessToken: X.accessToken }],
    [
      'twitter',
      'apiKey',
      `API Key: ${X.apiKey}\nAPI Key Secret: ${X.apiSecret}`,
      { apiKey: X.apiKey, apiSecret: X.apiSecret },
    ],
    ['twitter', 'apiKey', Object.values(X).join('\n'), X],
    [
      'youtube_shorts',
      'clientId',
      JSON.stringify({
        installed: {
          client_id: GOOGLE.clientId,
          auth_uri: 'https://accounts.google.com/o/oauth2/auth',
          client_secret: GOOGLE.clientSecret,
        },
      }),
      GOOGLE,
    ],
    ['facebook', 'appId', `${META.appId} ${META.appSecret}`, { appId: META.appId, appSecret: META.appSecret }],
    ['linkedin', 'accessToken', `AQ${text(120)}`, { accessToken: `AQ${text(120)}` }],
    ['tiktok', 'clientKey', `sbawabcdefgh12 ${text(32)}`, { clientKey: 'sbawabcdefgh12', clientSecret: text(32) }],
  ] as const)('of %s gives %s by its form: %s', async (platform, field, copied, values) => {
    expect(recognise(await wayOf(platform, field), copied)).toEqual({ kind: 'values', values });
  });

  it.each([
    ['twitter', 'apiKey', `${'A'.repeat(22)}${text(80)}%3D`, 'the Bearer Token'],
    ['facebook', 'appId', `${META.appId}|${text(27)}`, 'the app’s own token'],
    ['linkedin', 'accessToken', 'WPL_AP1.abcdefghijklmnop.abcdef==', 'the app’s client secret'],
  ] as const)('of %s that is something else beside %s is named: %s', async (platform, field, copied, words) => {
    const way = await wayOf(platform, field);
    expect(recognise(way, copied)).toEqual({ kind: 'mistake', words: expect.stringContaining(words) });
    expect(doubtsOf(way, { [field]: copied })).toEqual({ [field]: expect.stringContaining(words) });
  });

  it('that is no key, or as long as a book, is left alone', async () => {
    const way = await wayOf('twitter', 'apiKey');
    const left = ['', 'Dear diary', 'https://console.x.com/apps', `${X.apiKey} `.repeat(300), text(30_000)];
    for (const copied of left) expect(recognise(way, copied)).toEqual({ kind: 'unknown' });
  });
});

describe('what was typed in', () => {
  it('is put right where two fields were swapped, and named where it belongs elsewhere', async () => {
    const way = await wayOf('twitter', 'apiKey');
    const swapped = { ...X, apiKey: X.apiSecret, apiSecret: X.apiKey };
    expect(doubtsOf(way, X)).toEqual({});
    expect(doubtsOf(way, swapped)).toMatchObject({ apiKey: expect.stringContaining('looks like the API Key Secret') });
    expect(inTheirFields(way, swapped).entry).toEqual(X);
    const { entry, moved } = inTheirFields(way, { accessToken: X.apiKey });
    expect([entry, moved.map(({ label }) => label)]).toEqual([{ apiKey: X.apiKey }, ['API Key']]);
    const taken = { ...X, accessTokenSecret: X.apiKey };
    expect(inTheirFields(way, taken)).toEqual({ entry: taken, moved: [] });
    const facebook = await wayOf('facebook', 'appId');
    expect(doubtsOf(facebook, { accessToken: META.appSecret })).toEqual({
      accessToken: 'This looks like the App secret, which has a field of its own.',
    });
  });

  it('is never doubted where its form is new', async () => {
    const way = await wayOf('twitter', 'apiKey');
    expect(doubtsOf(way, { apiKey: 'xk_live_1', accessToken: 'v2.token' })).toEqual({});
  });
});

describe('the step of a page', () => {
  const at = async (platform: Platform, field: string, address: string, current: number) => {
    const { host, pathname: path } = new URL(address);
    return stepAt(await wayOf(platform, field), { host, path }, current);
  };
  const META_APP = 'https://developers.facebook.com/apps/123';
  it.each([
    ['linkedin', 'accessToken', 'https://www.linkedin.com/developers/tools/oauth/token-generator', 1, 2],
    ['linkedin', 'accessToken', 'https://www.linkedin.com/developers/tools/oauth/token-generator', 3, 3],
    ['linkedin', 'accessToken', 'https://www.linkedin.com/feed/', 1, null],
    ['facebook', 'appId', `${META_APP}/settings/basic/`, 1, 2],
    ['facebook', 'appId', `${META_APP}/dashboard/`, 3, 1],
    ['tiktok', 'clientKey', 'https://developers.tiktok.com/app/1/pending', 0, 1],
    ['tiktok', 'clientKey', 'https://developers.tiktok.com/app/1/pending', 3, 3],
  ] as const)('of %s (%s) at %s, coming from %i, is %s', async (platform, field, address, current, step) => {
    expect(await at(platform, field, address, current)).toBe(step);
  });

  it('is none while the person logs in, and Google’s log-in is known', () => {
    for (const path of ['/login/', '/i/flow/login', '/uas/login', '/v2/auth/authorize/', '/checkpoint/x', '/authwall'])
      expect(isLogIn({ host: 'x', path }), path).toBe(true);
    for (const path of ['/', '/apps/', '/developers/tools/oauth/token-generator', '/blogging'])
      expect(isLogIn({ host: 'x', path }), path).toBe(path.includes('/oauth/'));
    expect(isGoogleLogIn('accounts.google.com')).toBe(true);
  });
});

it('a guide’s steps take fields that there are, and only those with a form', async () => {
  for (const { id } of PLATFORMS) {
    for (const way of (await platformOf(id).guide()).guide.ways) {
      const known = way.fields.flatMap(({ name, form }) => (form ? [name] : []));
      for (const { takes = [] } of way.steps) for (const name of takes) expect(known, `${id} ${name}`).toContain(name);
    }
  }
});
