import { describe, expect, it } from 'vitest';
import type { Session } from '../../../../../server/features/publishing/publisher.ts';
import { channelEntrySchema } from '../../../../../shared/publishing/channel-entries.ts';
import { instead } from '../../../../helpers/publishing/imitation.ts';
import {
  beginSignIn,
  failure,
  mediaOf,
  PICTURE,
  postOf,
  publish,
  sha256,
} from '../../../../helpers/publishing/platform-sessions.ts';
import { ofEach, problem } from '../../../../helpers/publishing/publisher-tests.ts';
import { addPost } from '../../../../helpers/x/posts.ts';
import { connect, openSession, requestOf, signIn, startSetting } from '../../../../helpers/x/publishing.ts';
import { bytesOf } from '../../../../helpers/x/world.ts';
import { CLIENT } from '../../../../helpers/x/x-oauth2.ts';

const MIB = 1024 * 1024;
const CREATE = 'POST /2/tweets';

const setting = ofEach(() => startSetting({ processingMs: 60_000 }));
const session = ofEach(() => openSession(setting));

const posts = () => setting.server.world.posts;

describe('connecting', () => {
  it('keeps the amount that posts may cost', async () => {
    const { secret, limits } = await connect(setting, { monthlyBudget: '2.50' });
    expect(limits).toEqual({ monthlyMills: 2500 });
    expect(secret).toEqual({ ...setting.ada.keys, userId: setting.ada.id, username: 'ada', monthlyMills: 2500 });
    expect((await connect(setting)).limits).toEqual({});
    const opened = setting.publisher.open(secret, setting.calls, async () => undefined);
    expect(await opened.check()).toMatchObject({ limits, secret });
    expect(await opened.logOut()).toMatchObject({ url: 'https://console.x.com' });
  });

  it.each([
    ['None', undefined],
    ['Premium', 25_000],
    ['PremiumPlus', 25_000],
  ] as const)('knows how long posts may be: %s', async (subscription, textLength) => {
    setting.ada.subscription = subscription;
    expect((await connect(setting)).limits.textLength).toBe(textLength);
    expect((await signIn(setting)).limits.textLength).toBe(textLength);
  });

  it('names the remedy where the keys may only read, and signs by X’s clock where ours is wrong', async () => {
    setting.ada.access = 'read';
    expect(await failure(connect(setting))).toEqual(
      problem('auth', 'Give the app "Read and write" under User authentication settings'),
    );
    setting.ada.access = 'read-write';
    setting.server.world.now = () => setting.clock.now + 20 * 60_000;
    expect(await connect(setting)).toMatchObject({ handle: expect.any(String) });
    expect(await failure(connect(setting, { apiKey: 'wrong' }))).toMatchObject({
      message: expect.stringContaining('The keys may have been regenerated'),
    });
  });

  it('tells other texts from keys before anything is sent', async () => {
    const before = setting.server.requests.length;
    expect(await failure(connect(setting, { accessToken: 'AAAAAAAAAAAAAAAAAAAAAMLheAAA' }))).toEqual(
      problem('rejected', 'The Bearer Token and the Client ID are not needed'),
    );
    expect(await failure(connect(setting, { apiKey: 'two words' }))).toMatchObject({ errorClass: 'rejected' });
    expect(setting.server.requests).toHaveLength(before);
  });

  it('asks for an amount of dollars where the person wants one', () => {
    const keys = { apiKey: 'a', apiSecret: 'b', accessToken: 'c', accessTokenSecret: 'd' };
    const read = (more: object) => channelEntrySchema.safeParse({ platform: 'twitter', ...keys, ...more });
    expect(read({}).success).toBe(true);
    expect(read({ monthlyBudget: '$5' }).data).toMatchObject({ monthlyBudget: '5' });
    for (const monthlyBudget of ['0', '0.00', '-1', 'five', '1e9', '1.005'])
      expect(read({ monthlyBudget }).success, monthlyBudget).toBe(false);
  });
});

describe('a login with OAuth 2.0', () => {
  const openLogin = async (more: object = {}) => {
    const { secret } = await signIn(setting, more);
    return setting.publisher.open(JSON.parse(JSON.stringify(secret)), setting.calls, async () => undefined);
  };
  const login = () => setting.server.accounts.logins.at(-1);

  it('posts, reads back and deletes as the four keys do, with a public client or a confidential one', async () => {
    for (const isConfidential of [true, false]) {
      setting.server.accounts.isConfidential = isConfidential;
      const opened = await openLogin(isConfidential ? {} : { clientSecret: undefined });
      setting.clock.now += 2 * 3_600_000;
      const gif = mediaOf(Buffer.from('GIF89a and frames'), 'image/gif', 'A wave');
      const post = postOf([`One ${isConfidential}`, `Two ${isConfidential}`], [gif]);
      const { parts, error } = await publish(opened, post);
      expect(error).toBeNull();
      expect(await opened.find(post)).toMatchObject({ found: 'all' });
      expect(await opened.figures(parts)).toMatchObject({ likes: 0 });
      await opened.remove(parts);
      expect(posts()).toEqual([]);
    }
  });

  it('is ended at X, and says what is left where that fails', async () => {
    const opened = await openLogin();
    setting.server.fail('POST /2/oauth2/revoke', instead(503));
    expect(await opened.logOut()).toMatchObject({ url: 'https://x.com/settings/connected_apps' });
    expect(await opened.logOut()).toBeNull();
    expect(login()?.isRevoked).toBe(true);
    expect(await failure(opened.check())).toEqual(problem('auth', 'Connect the account again.'));
  });

  it('keeps the amount that posts may cost, and begins again with what was entered', async () => {
    const { secret, limits } = await signIn(setting, { monthlyBudget: '2.50' });
    expect(limits).toEqual({ monthlyMills: 2500 });
    expect(setting.publisher.oauth?.again(secret)).toEqual(requestOf({ monthlyBudget: '2.50' }));
    expect(setting.publisher.oauth?.again((await connect(setting)).secret)).toBeNull();
  });

  it.each([
    ['the secret is missing', { clientSecret: undefined }, /confidential client .*Client Secret: enter that/],
    ['the secret is the ID', { clientSecret: CLIENT.id }, /are the same text/],
    ['an access token is given', { clientId: '100-abc' }, /^This is an Access Token/],
  ])('names what is wrong where %s', async (_, more, message) => {
    expect(await failure(signIn(setting, more))).toMatchObject({ message: expect.stringMatching(message) });
  });

  it('names what was not allowed, and comes back to 127.0.0.1 by the name of localhost too', async () => {
    const begun = await beginSignIn(setting, requestOf(), 'http://localhost:3001/api/channels/return');
    const back = await setting.server.decide(begun.authorizeUrl, 'media.write');
    expect(await failure(begun.complete(back, setting.calls))).toEqual(
      problem('auth', 'no permission for media.write'),
    );
  });
});

describe('a post', () => {
  it.each([4 * MIB, 9 * MIB])('sends a video of %i bytes in segments', async (size) => {
    const bytes = Buffer.alloc(size, 'a moving picture');
    expect((await publish(session, postOf(['A film'], [mediaOf(bytes, 'video/mp4', 'A boat')]))).error).toBeNull();
    const [media] = posts()[0]?.media ?? [];
    expect(media).toMatchObject({
      category: 'tweet_video',
      segments: { size: Math.ceil(size / (4 * MIB)) },
      alt: null,
    });
    expect(media && sha256(bytesOf(media))).toBe(sha256(bytes));
  });

  it('sends a GIF in segments too, with its alt text, and says where a model made it', async () => {
    const gif = { ...mediaOf(Buffer.from('GIF89a and frames'), 'image/gif', 'A wave'), isAiMade: true };
    await publish(session, postOf(['Hi'], [gif]));
    expect(posts()).toMatchObject([
      { isMadeWithAi: true, media: [{ category: 'tweet_gif', mimeType: 'image/gif', alt: 'A wave' }] },
    ]);
  });

  it('is not uploaded again because one segment did not get through', async () => {
    const film = mediaOf(Buffer.alloc(5 * MIB), 'video/mp4');
    setting.server.fail('POST /2/media/upload/:id/append', instead(503), { when: 'after', answer: 'cut' });
    expect((await publish(session, postOf(['A film'], [film]))).error).toBeNull();
    expect(setting.server.world.media.size).toBe(1);
  });
});

describe('a post whose answer was lost', () => {
  it.each([
    'Bread & "salt" <now> 5 > 3 &amp; so on',
    'Two links: https://example.com/a?b=1&c=2 and example.org/path/, with a dot.',
    'Lines\n\n  and   blanks \u{1F35E} ',
    'Cafe\u0301 #Tag @bob',
  ])('is found by its words: %s', async (text) => {
    setting.server.fail(CREATE, { when: 'after', answer: 'cut' });
    const post = postOf([text]);
    await publish(session, post);
    expect(await session.find(post)).toMatchObject({ found: 'all', parts: [{ remoteId: posts()[0]?.id }] });
  });

  it('is found by all of its words where it is long', async () => {
    setting.ada.subscription = 'Premium';
    setting.server.fail(CREATE, { when: 'after', answer: 'cut' });
    const text = `${'Bread takes time. '.repeat(40)}https://example.com/a & so on.`;
    const post = postOf([text]);
    await publish(session, post);
    expect(await session.find(post)).toMatchObject({ found: 'all', parts: [{ remoteId: posts()[0]?.id }] });
    expect(await session.find(postOf([`${text} More.`]))).toEqual({ found: 'none' });
  });

  it('is found with its pictures and without words', async () => {
    setting.server.fail(CREATE, { when: 'after', answer: { status: 500 } });
    const post = postOf([''], [mediaOf(PICTURE), mediaOf(PICTURE)]);
    await publish(session, post);
    expect(await session.find(post)).toMatchObject({ found: 'all' });
    expect(await session.find({ ...post, media: post.media.slice(1) })).toEqual({ found: 'none' });
  });

  it('is not said to be missing from a community, whose posts X may not list', async () => {
    const post = { ...postOf(['For the bakers']), options: { community: '1146654567674912769' } };
    expect(await session.find(post)).toMatchObject({ found: 'unclear' });
  });

  it('is meant by the same words that X refuses, where it was not listed yet', async () => {
    setting.server.world.listedAfterMs = 4_000;
    setting.server.fail(CREATE, { when: 'after', answer: 'cut' });
    const post = postOf(['Hello']);
    await publish(session, post);
    expect(await session.find(post)).toEqual({ found: 'none' });
    expect(await publish(session, post)).toMatchObject({ error: null, parts: [{ remoteId: posts()[0]?.id }] });
    expect(posts()).toHaveLength(1);
  });

  it('is refused with what to do where the same words are those of another, and is no reply', async () => {
    const [other] = (await publish(session, postOf(['Hello']))).parts;
    addPost(setting.server.world, setting.ada, { text: 'Hello', replyTo: other?.remoteId ?? '' });
    const post = { ...postOf(['Hello']), taken: async () => [other?.remoteId ?? ''] };
    expect((await publish(session, post)).error).toMatchObject({
      errorClass: 'rejected',
      message:
        'You are not allowed to create a Tweet with duplicate content. The account has recently posted the same text: change it.',
    });
    expect(await session.find(post)).toEqual({ found: 'none' });
  });
});

describe('what is left of a limit', () => {
  const left = (own: Session) => own.quota({ posts: 1, files: 0, videos: 0, videoBytes: 0, mills: 0 });

  it('is known from the answer to a post until it is reset, by our clock', async () => {
    setting.server.world.postsAllowed = 2;
    expect(await left(session)).toEqual([]);
    await publish(session, postOf(['One']));
    const [first] = await left(session);
    expect(first).toMatchObject({ of: 'posts', left: 1 });
    await publish(session, postOf(['Two']));
    // The next session of the channel knows it as well.
    expect(await left(await openSession(setting))).toMatchObject([{ left: 0, until: first?.until }]);
    setting.server.world.now = () => setting.clock.now + 120_000;
    const { error } = await publish(session, postOf(['Three']));
    expect(error).toMatchObject({ errorClass: 'rate_limit', message: 'Too Many Requests.' });
    expect(error?.retryAt?.toISOString()).toBe('2026-11-22T09:13:00.000Z');
    setting.clock.now = Date.parse(first?.until ?? '');
    expect(await left(session)).toEqual([]);
  });

  it('is known from a refusal, and with what is left of a day', async () => {
    const reset = setting.clock.now + 3_600_000;
    const headers = { 'x-user-limit-24hour-remaining': '0', 'x-user-limit-24hour-reset': String(reset / 1000) };
    setting.server.fail(CREATE, instead(429, undefined, headers));
    expect((await publish(session, postOf(['One']))).error).toMatchObject({ errorClass: 'rate_limit' });
    const until = new Date(reset).toISOString();
    expect(await left(session)).toContainEqual({ of: 'posts', left: 0, until, words: null });
  });
});
