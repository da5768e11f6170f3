import { Agent } from 'node:http';
import { ApiResponseError, EUploadMimeType, type ITwitterApiClientPlugin, TwitterApi } from 'twitter-api-v2';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PICTURE, sha256 } from '../helpers/publishing/platform-sessions.ts';
import { startXServer, type XServer } from '../helpers/x/imitation.ts';
import { bytesOf, type XUser } from '../helpers/x/world.ts';
import { CALLBACK, CLIENT } from '../helpers/x/x-oauth2.ts';

let server: XServer;
let ada: XUser;

function clientFor({ keys }: XUser) {
  const { apiKey, apiSecret, accessToken, accessTokenSecret } = keys;
  // An agent for HTTP, since the client is written for HTTPS.
  const client = new TwitterApi(
    { appKey: apiKey, appSecret: apiSecret, accessToken, accessSecret: accessTokenSecret },
    { httpAgent: new Agent() },
  ).readWrite.v2;
  return Object.assign(client, { _prefix: `${server.origin}/2/` });
}

/** The client's sign-in URLs are hard-coded, so requests are redirected to the imitation. */
const toImitation: ITwitterApiClientPlugin = {
  onBeforeRequest({ computedParams }) {
    const { host } = new URL(server.origin);
    Object.assign(computedParams.url, { protocol: 'http:', host });
  },
};

async function refusal(promise: Promise<unknown>): Promise<{ code: number; detail: unknown }> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiResponseError)) throw new Error('It was not refused.', { cause: error });
  return { code: error.code, detail: error.data.detail };
}

beforeEach(async () => {
  server = await startXServer({ processingMs: 100 });
  ada = server.addUser('ada');
});
afterEach(() => server.close());

describe('the imitation of X, as twitter-api-v2 finds it', () => {
  it('knows the account by the client’s signature, and no other', async () => {
    expect((await clientFor(ada).me({ 'user.fields': ['name'] })).data).toMatchObject({ id: ada.id, username: 'ada' });
    const wrong = clientFor({ ...ada, keys: { ...ada.keys, accessTokenSecret: 'wrong' } });
    expect(await refusal(wrong.me())).toEqual({ code: 401, detail: 'Unauthorized' });
  });

  it('takes pictures with alt text and videos in segments', async () => {
    const client = clientFor(ada);
    const picture = await client.uploadMedia(PICTURE, {
      media_type: EUploadMimeType.Jpeg,
      media_category: 'tweet_image',
    });
    await client.createMediaMetadata(picture, { alt_text: { text: 'A lake' } });
    await client.tweet('At the lake', { media: { media_ids: [picture] } });
    const film = Buffer.alloc(2_500_000, 'film');
    const video = await client.uploadMedia(film, { media_type: EUploadMimeType.Mp4, media_category: 'tweet_video' });
    await client.tweet('A film', { media: { media_ids: [video] } });
    const [first, second] = server.world.posts;
    expect(first?.media).toMatchObject([{ alt: 'A lake', category: 'tweet_image' }]);
    const [sent] = second?.media ?? [];
    expect(sent?.segments.size).toBe(3);
    expect(sent && sha256(bytesOf(sent))).toBe(sha256(film));
    expect(await refusal(client.tweet('Both', { media: { media_ids: [picture, video] } }))).toMatchObject({
      code: 400,
    });
  });

  it('makes threads, lists, shows, counts and deletes posts', async () => {
    const client = clientFor(ada);
    const [one, two] = await client.tweetThread(['One', 'Two & https://example.com']);
    const timeline = await client.userTimeline(ada.id, {
      max_results: 5,
      'tweet.fields': ['entities', 'public_metrics'],
    });
    expect(timeline.tweets.map(({ id }) => id)).toEqual([two?.data.id, one?.data.id]);
    expect(timeline.tweets[0]?.text).toMatch(/^Two &amp; https:\/\/t\.co\/\w+$/);
    expect(timeline.tweets[0]?.entities?.urls[0]?.expanded_url).toBe('https://example.com');
    const shown = await client.singleTweet(one?.data.id ?? '', { 'tweet.fields': ['public_metrics'] });
    expect(shown.data.public_metrics).toMatchObject({ like_count: 0, reply_count: 1 });
    expect((await client.deleteTweet(one?.data.id ?? '')).data).toEqual({ deleted: true });
    expect((await client.singleTweet(one?.data.id ?? '')).errors?.[0]).toMatchObject({ title: 'Not Found Error' });
  });

  it.each([true, false])(
    'signs in with OAuth 2.0, renews once and revokes (confidential: %s)',
    async (isConfidential) => {
      server.accounts.isConfidential = isConfidential;
      const settings = { httpAgent: new Agent(), plugins: [toImitation] };
      const secret = isConfidential ? { clientSecret: CLIENT.secret } : {};
      const client = new TwitterApi({ clientId: CLIENT.id, ...secret }, settings);
      const scope = ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'];
      const { url, codeVerifier } = client.generateOAuth2AuthLink(CALLBACK, { scope });
      const code = new URL(await server.decide(url)).searchParams.get('code') ?? '';
      const begun = await client.loginWithOAuth2({ code, codeVerifier, redirectUri: CALLBACK });
      expect((await begun.client.v2.me()).data).toMatchObject({ id: ada.id, username: 'ada' });
      await expect(client.loginWithOAuth2({ code, codeVerifier, redirectUri: CALLBACK })).rejects.toThrow();
      const renewed = await client.refreshOAuth2Token(begun.refreshToken ?? '');
      expect((await renewed.client.v2.tweet('Hi')).data).toMatchObject({ text: 'Hi' });
      await expect(client.refreshOAuth2Token(begun.refreshToken ?? '')).rejects.toThrow();
      await expect(begun.client.v2.me()).rejects.toThrow();
      await client.revokeOAuth2Token(renewed.refreshToken ?? '', 'refresh_token');
      await expect(renewed.client.v2.me()).rejects.toThrow();
    },
  );

  it('refuses what X refuses', async () => {
    const client = clientFor(ada);
    await client.tweet('Once');
    expect(await refusal(client.tweet('Once'))).toEqual({
      code: 403,
      detail: 'You are not allowed to create a Tweet with duplicate content.',
    });
    expect(await refusal(client.tweet('x'.repeat(281)))).toMatchObject({ code: 403 });
    expect(await refusal(client.reply('Late', '1'))).toMatchObject({ code: 403 });
    expect(await refusal(client.post('tweets', { text: 'Hi', status: 'Hi' }))).toMatchObject({ code: 400 });
    ada.access = 'read';
    expect(await refusal(client.tweet('Another'))).toMatchObject({ code: 403 });
  });
});
