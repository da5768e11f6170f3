import { beforeEach, describe, expect, it } from 'vitest';
import { THREADS_SCOPES } from '../../../../../server/features/publishing/platforms/threads/account.ts';
import { threadsPublisher } from '../../../../../server/features/publishing/platforms/threads/publisher.ts';
import { ByHandNeeded, type OutgoingMedia, type Session } from '../../../../../server/features/publishing/publisher.ts';
import { emojiBytesLength } from '../../../../../shared/posts/grapheme-length.ts';
import { signInRequestSchema } from '../../../../../shared/publishing/channel-entries.ts';
import { platformApi } from '../../../../../shared/publishing/platform-apis.ts';
import { PUBLIC_MEDIA_URL } from '../../../../helpers/publishing/contract-platforms.ts';
import { instead } from '../../../../helpers/publishing/imitation.ts';
import {
  beginSignIn,
  failure,
  mediaOf,
  openWith,
  PICTURE,
  postOf,
  publish,
  steppedCalls,
} from '../../../../helpers/publishing/platform-sessions.ts';
import { ofEach, problem } from '../../../../helpers/publishing/publisher-tests.ts';
import { startThreadsServer } from '../../../../helpers/threads/imitation.ts';
import type { Token } from '../../../../helpers/threads/world.ts';

const DAY_MS = 24 * 3_600_000;

const stepped = ofEach(async () => steppedCalls());
const server = ofEach(() => startThreadsServer({ now: () => stepped.clock.now, processingMs: 0 }));
const kept: unknown[] = [];
beforeEach(() => void kept.splice(0));

const publisher = () => threadsPublisher({ ...platformApi('threads'), origin: server.origin });
const connect = (accessToken: string, more: { appSecret?: string } = {}) =>
  publisher().connect({ platform: 'threads', accessToken, ...more }, stepped.calls);
const open = (secret: unknown) => openWith({ publisher: publisher(), calls: stepped.calls, kept }, secret);
async function session(more?: Partial<Token>): Promise<Session> {
  return open((await connect(server.addProfile('ada', more).token.value)).secret);
}
const at = (name: string, mimeType = 'image/jpeg', alt = ''): OutgoingMedia => ({
  ...mediaOf(PICTURE, mimeType, alt),
  address: `${PUBLIC_MEDIA_URL}/${name}`,
});

describe('connecting Threads', () => {
  it('exchanges a token of an hour, and says what to do where it cannot', async () => {
    const { token } = server.addProfile('ada', { expiresAt: Math.floor(stepped.clock.now / 1000) + 3600 });
    expect(await failure(connect(token.value))).toEqual(
      problem('rejected', /^This token ends within hours\. Generate one under "User Token Generator"/),
    );
    const { secret, expiresAt } = await connect(token.value, { appSecret: server.world.app.secret });
    expect(expiresAt).toBe(new Date(stepped.clock.now + 60 * DAY_MS).toISOString());
    expect(secret).toMatchObject({ accessToken: server.world.tokens.at(-1)?.value });
    for (const one of [token.value, server.world.app.secret])
      expect(JSON.stringify(stepped.exchanges)).not.toContain(one);
  });

  it('names the permissions that a token lacks', async () => {
    const { token } = server.addProfile('ada', { scopes: THREADS_SCOPES.slice(0, 3) });
    expect(await failure(connect(token.value))).toEqual(
      problem('auth', 'threads_read_replies, threads_manage_insights, threads_delete'),
    );
  });
});

describe('a log-in on the page of Threads', () => {
  const begin = async () => {
    const { id: appId, secret: appSecret } = server.world.app;
    const request = signInRequestSchema.parse({ platform: 'threads', appId, appSecret });
    return beginSignIn({ publisher: publisher(), calls: stepped.calls }, request, '');
  };

  it('connects with the pasted address, is renewed like a token, and begins again with what was entered', async () => {
    server.addProfile('ada');
    const begun = await begin();
    expect(begun.authorizeUrl).toMatch(/^https:\/\/threads\.com\/oauth\/authorize\?/);
    const { secret, ...connected } = await begun.complete(await server.decide(begun.authorizeUrl), stepped.calls);
    const inDays = (days: number) => new Date(stepped.clock.now + days * DAY_MS).toISOString();
    expect(connected).toMatchObject({ handle: '@ada', expiresAt: inDays(60) });
    const { id: appId, secret: appSecret } = server.world.app;
    const request = { platform: 'threads', appId, appSecret };
    expect(publisher().oauth?.again(secret)).toEqual(request);
    stepped.clock.now += 20 * DAY_MS;
    server.fail('GET /refresh_access_token', instead(400, { error: { code: 100 } }));
    expect((await open(secret).check()).problem).toMatch(/^Threads did not renew this login/);
    expect(await open(secret).check()).toMatchObject({ expiresAt: inDays(60) });
    expect(publisher().oauth?.again(kept[0])).toEqual(request);
    expect((await publish(open(kept[0]), postOf(['Bread']))).error).toBeNull();
    const noted = JSON.stringify(stepped.exchanges);
    for (const one of [appSecret, ...server.world.tokens.map(({ value }) => value)]) expect(noted).not.toContain(one);
    const { secret: entered } = await connect(server.world.tokens.at(-1)?.value ?? '');
    expect(publisher().oauth?.again(entered)).toBeNull();
    const lacking = await begin();
    const address = await server.decide(lacking.authorizeUrl, 'threads_delete');
    expect(await failure(lacking.complete(address, stepped.calls))).toEqual(
      problem('auth', /lacks the permission threads_delete\. Add what is missing to the use case/),
    );
  });
});

describe('the keys so far', () => {
  it('are asked about, and what is wrong is named with its remedy', async () => {
    const { id: appId, secret: appSecret } = server.world.app;
    const hour = Math.floor(stepped.clock.now / 1000) + 3600;
    const short = server.addProfile('ada', { expiresAt: hour }).token.value;
    const lacking = server.addProfile('ada', { scopes: THREADS_SCOPES.slice(0, 4) }).token.value;
    const said = async (entry: { [name: string]: string }) =>
      (await publisher().checkKeys?.(entry, stepped.calls))?.map(({ state, words }) => `${state}: ${words}`);
    expect(await said({ appId, appSecret })).toEqual(['works: Threads knows this app ID and its app secret.']);
    expect(await said({ appId: '1700100200300400', appSecret })).toEqual([
      expect.stringMatching(/^wrong: Threads has no app with this ID\. Copy the Threads app ID/),
    ]);
    expect(await said({ appId, appSecret: '0'.repeat(32) })).toEqual([
      expect.stringMatching(/^wrong: This is not the secret of this Threads app/),
    ]);
    expect(await said({ accessToken: short })).toEqual([expect.stringMatching(/^unfinished: .* ends within hours/)]);
    expect(await said({ accessToken: short, appSecret })).toEqual([expect.stringMatching(/^works: /)]);
    expect(await said({ accessToken: lacking })).toEqual([
      expect.stringMatching(/^wrong: The token lacks threads_manage_insights, threads_delete\. Press "Add"/),
    ]);
    expect(await said({ accessToken: 'THnone' })).toEqual([
      expect.stringMatching(/^wrong: Invalid OAuth access token/),
    ]);
  });
});

describe('posting to Threads', () => {
  it('makes a carousel of pictures and videos with its alt texts, which it is known by once they are gone', async () => {
    const media = [at('one.jpg', 'image/jpeg', 'A loaf'), at('two.mp4', 'video/mp4', 'A film of it')];
    const options = { topicTag: 'Sourdough' };
    const ada = await session();
    const { parts } = await publish(ada, { ...postOf(['Bread', 'More', 'Below'], media), options });
    const files = media.map(({ alt, address }) => ({ alt, address }));
    expect(server.world.media).toMatchObject([
      { text: 'Bread', mediaType: 'CAROUSEL_ALBUM', files, topicTag: 'Sourdough' },
      { text: 'More', topicTag: null },
      { text: 'Below' },
    ]);
    expect(await ada.find(postOf(['Bread', 'More', 'Below'], media))).toEqual({ found: 'all', parts });
  });

  it('is the person’s turn where Threads can fetch no file', async () => {
    const ada = await session();
    const nowhere = await failure(ada.prepare(postOf(['Bread'], [mediaOf(PICTURE)])));
    expect(nowhere).toBeInstanceOf(ByHandNeeded);
    const unreachable = await failure(
      ada.prepare(postOf(['Bread'], [{ ...at('x'), address: 'https://ada.example/x' }])),
    );
    expect(unreachable).toBeInstanceOf(ByHandNeeded);
    expect(unreachable?.message).toMatch(
      /^Threads cannot fetch a file from its public address\..*https:\/\/ada\.example\/x/,
    );
  });

  it('publishes a container that is not found at first, and makes another one where it stays so', async () => {
    const ada = await session();
    server.world.notFound = 2;
    expect((await publish(ada, postOf(['Soon found']))).error).toBeNull();
    server.world.notFound = 6;
    expect((await publish(ada, postOf(['Lost']))).error).toMatchObject({ errorClass: 'transient' });
    expect((await publish(ada, postOf(['Lost']))).error).toBeNull();
    expect(server.world.media.map(({ text }) => text)).toEqual(['Soon found', 'Lost']);
  });

  it('asks a container whether it was published where no answer came, and goes on with its thread', async () => {
    const ada = await session();
    const lost = { when: 'after', answer: 'cut' } as const;
    server.fail('POST /me/threads_publish', lost, lost);
    const { parts, error } = await publish(ada, postOf(['One #bread & 5 loaves', 'Two']));
    expect(error).toBeNull();
    expect(parts.map(({ remoteId }) => remoteId)).toEqual(server.world.media.map(({ id }) => id));
  });

  it('says what is left of a day, of posts and of the replies that a thread is made of', async () => {
    const ada = await session();
    const use = (posts: number) => ({ posts, files: 0, videos: 0, videoBytes: 0, mills: 0 });
    expect(await ada.quota(use(3))).toMatchObject([{ of: 'posts', left: 250 }]);
    server.world.options.repliesPerDay = 1;
    expect(await ada.quota(use(3))).toMatchObject([{ left: 2 }]);
    server.world.options.postsPerDay = 0;
    expect(await ada.quota(use(1))).toMatchObject([{ left: 0 }]);
  });
});

it('counts an emoji as its bytes', () => {
  const texts = ['Bread', 'Brød', 'Bread 🍞', '👩‍🍳', '🇩🇰', '❤️', '©', '麵包'];
  expect(texts.map(emojiBytesLength)).toEqual([5, 4, 10, 11, 8, 6, 1, 2]);
});
