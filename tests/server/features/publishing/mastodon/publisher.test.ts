import { describe, expect, it } from 'vitest';
import { mastodonPublisher } from '../../../../../server/features/publishing/platforms/mastodon/publisher.ts';
import type { PublishedPart } from '../../../../../server/features/publishing/publisher.ts';
import { OOB } from '../../../../helpers/mastodon/oauth.ts';
import { openSession, startSetting } from '../../../../helpers/mastodon/publishing.ts';
import { accountNamed } from '../../../../helpers/mastodon/world.ts';
import { type Fault, instead } from '../../../../helpers/publishing/imitation.ts';
import {
  beginSignIn,
  failure,
  mediaOf,
  PICTURE,
  postOf,
  publish,
} from '../../../../helpers/publishing/platform-sessions.ts';
import { ofEach, problem } from '../../../../helpers/publishing/publisher-tests.ts';

const REDIRECT_URI = 'http://127.0.0.1:3001/api/channels/callback';
const HOUR_MS = 3_600_000;
const CREATE = 'POST /api/v1/statuses';
const CUT: Fault = { when: 'after', answer: 'cut' };

const setting = ofEach(() => startSetting());
const session = ofEach(() => openSession(setting));

const world = () => setting.server.world;
const texts = () => world().statuses.map(({ text }) => text);
describe('connecting with a token', () => {
  const connect = (accessToken: string) =>
    mastodonPublisher.connect({ platform: 'mastodon', server: setting.server.origin, accessToken }, setting.calls);
  const tokenFor = (scopes = 'read write') => setting.server.tokenFor('ada', scopes);

  it('learns whose it is, and what the instance takes', async () => {
    const connected = await connect(tokenFor('profile read:statuses write:statuses write:media'));
    expect(connected.profileUrl).toBe(`${setting.server.origin}/@ada`);
    expect(connected.limits).toEqual({
      textLength: 500,
      linkLength: 23,
      pictures: 4,
      imageBytes: 16 * 1024 * 1024,
      videoBytes: 99 * 1024 * 1024,
      imagePixels: 33_177_600,
      videoPixels: 8_294_400,
      videoFrameRate: 120,
      altLength: 1500,
      mimeTypes: expect.arrayContaining(['image/jpeg', 'video/mp4']),
      poll: { answers: 4, answerLength: 50, minSeconds: 300, maxSeconds: 2_629_746 },
    });
    const opened = mastodonPublisher.open(connected.secret, setting.calls, async () => undefined);
    expect(await opened.check()).toEqual(connected);
  });

  it('reads the limits of an older server and of Pleroma, and none from nonsense', async () => {
    const { options } = world();
    Object.assign(options, { hasInstanceV2: false, maxCharacters: 5000 });
    expect(await connect(tokenFor())).toMatchObject({ handle: '@ada@mastodon.example', limits: { textLength: 5000 } });
    const answers = [
      {
        uri: 'https://pleroma.example/',
        max_toot_chars: 5000,
        upload_limit: 16_000_000,
        description_limit: 5000,
        poll_limits: { max_options: 20, max_option_chars: 200, min_expiration: 0, max_expiration: 31_536_000 },
      },
      { uri: { hostile: true }, configuration: { statuses: { max_characters: -1 }, media_attachments: 'x', polls: 4 } },
    ];
    setting.server.fail('GET /api/v1/instance', ...answers.map((body) => instead(200, body)));
    expect(await connect(tokenFor())).toMatchObject({
      handle: '@ada@pleroma.example',
      limits: {
        textLength: 5000,
        imageBytes: 16_000_000,
        videoBytes: 16_000_000,
        altLength: 5000,
        poll: { answers: 20, answerLength: 200, maxSeconds: 31_536_000 },
      },
    });
    const { host } = new URL(setting.server.origin);
    expect(await connect(tokenFor())).toMatchObject({ handle: `@ada@${host}`, limits: {} });
  });

  it('says what keeps it: scopes that lack, a token that is none, a login that is disabled', async () => {
    const said = async (token: string) => (await failure(connect(token)))?.message;
    expect(await said(tokenFor('read'))).toContain('write:statuses, write:media');
    expect(await said(tokenFor('profile write'))).toContain('the scope read:statuses');
    expect(await said('wrong')).toBe('The access token is invalid');
    for (const account of world().accounts) account.isDisabled = true;
    expect(await failure(connect(tokenFor()))).toMatchObject({
      errorClass: 'auth',
      message: 'Your login is currently disabled',
    });
  });

  it('sends and records no token that a header cannot carry', async () => {
    const before = setting.exchanges.length;
    for (const token of ['my secret', 'my\nsecret', 'my-sécret→'])
      expect(await failure(connect(token))).toMatchObject({ errorClass: 'rejected' });
    expect(setting.exchanges).toHaveLength(before);
  });

  it.each([
    [404, 'rejected', 'has no Mastodon API.'],
    [200, 'transient', 'My shop'],
  ])('knows a site that is no instance: %i', async (status, errorClass, words) => {
    const page = instead(status, '<html><title>My shop</title></html>');
    setting.server.fail('GET /api/v1/accounts/verify_credentials', page);
    expect(await failure(connect(tokenFor()))).toMatchObject({ errorClass, message: expect.stringContaining(words) });
  });
});

describe('signing in at the instance', () => {
  const begin = async (redirectUri: string) => {
    const request = { platform: 'mastodon', server: setting.server.origin } as const;
    const signIn = await beginSignIn({ publisher: mastodonPublisher, calls: setting.calls }, request, redirectUri);
    return { signIn, shown: await setting.server.decide(signIn.authorizeUrl, 'ada') };
  };

  it('connects with the code that the server shows', async () => {
    const { signIn, shown } = await begin(OOB);
    expect(await signIn.complete(` ${shown}\n`, setting.calls)).toMatchObject({ handle: '@ada@mastodon.example' });
  });

  it('asks a server before 4.3 for what it knows, and without a challenge', async () => {
    world().options.hasMetadata = false;
    const { signIn, shown } = await begin(REDIRECT_URI);
    const { searchParams } = new URL(signIn.authorizeUrl);
    expect(searchParams.get('scope')).toBe(
      'read:accounts read:statuses write:statuses write:media read:notifications write:favourites',
    );
    expect(searchParams.has('code_challenge')).toBe(false);
    expect(await signIn.complete(shown, setting.calls)).toMatchObject({ handle: '@ada@mastodon.example' });
  });
});

describe('people to mention', () => {
  it('are those whom the server knows, by their whole names', async () => {
    accountNamed(world(), 'bob');
    world().knownElsewhere.push('bobby@other.example');
    const found = [
      { handle: 'bob@mastodon.example', name: 'bob', picture: null },
      { handle: 'bobby@other.example', name: '', picture: null },
    ];
    expect(await session.searchPeople?.('bo')).toEqual(found);
    // A secret stored by an older version, then an unexpected response.
    const { secret } = await session.check();
    const older = mastodonPublisher.open(
      { ...(secret as object), domain: undefined },
      setting.calls,
      async () => undefined,
    );
    expect(await older.searchPeople?.('bo')).toEqual(found);
    setting.server.fail('GET /api/v1/accounts/search', instead(200, [{ acct: '<b>' }, null, { acct: 'ok@b.example' }]));
    expect(await session.searchPeople?.('bo')).toMatchObject([{ handle: 'ok@b.example' }]);
  });

  it('are not found by a login without the scope', async () => {
    const scopes = 'profile read:statuses write:statuses write:media';
    const entry = { platform: 'mastodon', server: setting.server.origin } as const;
    const token = setting.server.tokenFor('ada', scopes);
    const { secret } = await mastodonPublisher.connect({ ...entry, accessToken: token }, setting.calls);
    const opened = mastodonPublisher.open(secret, setting.calls, async () => undefined);
    expect(await failure(opened.searchPeople?.('bo') ?? Promise.resolve())).toEqual(
      problem('auth', 'scope read:accounts'),
    );
  });
});

describe('a post', () => {
  it('goes out with the visibility of the account', async () => {
    for (const account of world().accounts) account.privacy = 'unlisted';
    await publish(session, postOf(['Hello, fediverse']));
    expect(world().statuses).toMatchObject([{ visibility: 'unlisted' }]);
  });

  it('is a thread whose parts are all for the same people, with the poll in the first', async () => {
    const chosen = { visibility: 'private', contentWarning: 'Crumbs', poll: true, pollAnswers: ['Rye', 'Spelt'] };
    await publish(session, { ...postOf(['One', 'Two']), options: chosen });
    expect(world().statuses.map(({ visibility, warning, poll }) => [visibility, warning, poll?.options])).toEqual([
      ['private', 'Crumbs', ['Rye', 'Spelt']],
      ['private', 'Crumbs', undefined],
    ]);
    const long = { ...postOf(['x'.repeat(490)]), options: { contentWarning: 'More than ten characters' } };
    expect((await publish(session, long)).error).toMatchObject({ errorClass: 'rejected' });
  });

  it('shows how much more its server takes, of posts and of files', async () => {
    const use = { posts: 1, files: 1, videos: 0, videoBytes: 0, mills: 0 };
    expect(await session.quota(use)).toEqual([]);
    await publish(session, postOf(['Hello'], [mediaOf(PICTURE)]));
    expect((await session.quota(use)).map(({ of }) => of).sort()).toEqual(['files', 'posts']);
  });

  it('is refused in the words of the server where the login is disabled, or lacks the scope', async () => {
    const post = async () => (await publish(session, postOf(['Hello']))).error;
    for (const token of world().tokens) token.scopes = ['read'];
    const message = 'This action is outside the authorized scopes';
    expect(await post()).toMatchObject({ errorClass: 'auth', message });
    for (const token of world().tokens) token.scopes = ['read', 'write'];
    for (const account of world().accounts) account.isDisabled = true;
    expect(await post()).toMatchObject({ errorClass: 'auth', message: 'Your login is currently disabled' });
  });

  it('is rejected as a reply to a part that was deleted', async () => {
    const gone: PublishedPart = { remoteId: '1', url: 'https://mastodon.example/@ada/1' };
    expect((await publish(session, postOf(['One', 'Two']), [gone])).error).toMatchObject({ errorClass: 'rejected' });
  });

  it('waits for a limit by our clock where that of the server is an hour ahead', async () => {
    world().options.now = () => setting.clock.now + HOUR_MS;
    const reset = { 'x-ratelimit-reset': new Date(setting.clock.now + HOUR_MS + 60_000).toISOString() };
    setting.server.fail(CREATE, instead(429, { error: 'Throttled' }, reset));
    const { error } = await publish(session, postOf(['Hello']));
    expect(error?.retryAt?.getTime()).toBe(setting.clock.now + 60_000);
  });

  it('keeps no address that is none for people', async () => {
    setting.server.fail(CREATE, instead(200, { id: 42, url: 'javascript:alert(1)' }));
    const { parts } = await publish(session, postOf(['Hello']));
    expect(parts).toEqual([{ remoteId: '42', url: `${setting.server.origin}/@ada/42` }]);
  });
});

describe('a post whose answer was lost', () => {
  it.each([
    ['within the hour, by its key', 1 / 12],
    ['when the key is forgotten', 2],
  ])('is made once when it is sent again %s', async (_, hours) => {
    const post = postOf(['One', 'Two']);
    setting.server.fail(CREATE, CUT);
    await publish(session, post);
    setting.clock.now += hours * HOUR_MS;
    const { parts, error } = await publish(session, post);
    expect(error).toBeNull();
    expect(texts()).toEqual(['One', 'Two']);
    expect(parts.map(({ remoteId }) => remoteId)).toEqual(world().statuses.map(({ id }) => id));
  });

  it('is not taken for a reply, a boost, other words or a post without its picture', async () => {
    const { clock, server } = setting;
    const earlier = server.postAs('ada', { text: 'Hello', createdAt: clock.now - HOUR_MS });
    server.postAs('ada', { text: 'Hello', replyTo: earlier.id });
    server.postAs('ada', { reblogOf: server.postAs('bob', { text: 'Hello' }), text: 'Hello' });
    server.postAs('ada', { text: 'Hello you' });
    expect(await session.find(postOf(['Hello']))).toEqual({ found: 'none' });
    server.postAs('ada', { text: 'Hello' });
    expect(await session.find(postOf(['Hello'], [mediaOf(PICTURE)]))).toEqual({ found: 'none' });
    expect(await session.find(postOf(['Hello']))).toMatchObject({ found: 'all' });
  });

  it('is not taken for a boost by a server that lists boosts all the same', async () => {
    const { server } = setting;
    server.postAs('ada', { reblogOf: server.postAs('bob', { text: 'Hello' }), text: 'Hello' });
    const account = world().accounts.find(({ username }) => username === 'ada');
    const page = await (await fetch(`${server.origin}/api/v1/accounts/${account?.id}/statuses`)).json();
    expect(page).toMatchObject([{ content: '<p>Hello</p>' }]);
    server.fail('GET /api/v1/accounts/:id/statuses', instead(200, page), instead(200, []));
    expect(await session.find(postOf(['Hello']))).toEqual({ found: 'none' });
  });
});
