import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PlatformCalls, platformCalls } from '../../server/features/publishing/platform-calls.ts';
import { blueskyPublisher } from '../../server/features/publishing/platforms/bluesky/publisher.ts';
import { stretchesIn } from '../../server/features/publishing/platforms/bluesky/rich-text.ts';
import type { OutgoingMedia, OutgoingPost, PublishedPart } from '../../server/features/publishing/publisher.ts';
import { parseUrl } from '../../shared/web/parse-url.ts';
import {
  type Account,
  type BlueskyServer,
  type OfficialFacet,
  officialFacets,
  startBlueskyServer,
} from './bluesky/server.ts';

/** The development server signs its tokens with this. */
const JWT_SECRET = 'jwt-secret';
const HOUR_MS = 3_600_000;
const MEGABYTE = 1024 * 1024;

let server: BlueskyServer;
let account: Account;
let folder: string;
let kept: unknown[];

beforeAll(async () => {
  server = await startBlueskyServer();
  folder = await mkdtemp(join(tmpdir(), 'bluesky-media-'));
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  account = await server.createAccount();
  kept = [];
});

const callsOf = (now = () => new Date()) => platformCalls({ signal: new AbortController().signal, now });
const connect = async ({ handle, appPassword } = account) => {
  const entry = { platform: 'bluesky' as const, identifier: handle, appPassword, server: server.url };
  return blueskyPublisher.connect(entry, callsOf());
};
const open = (secret: unknown, calls: PlatformCalls = callsOf()) =>
  blueskyPublisher.open(secret, calls, async (renewed) => void kept.push(renewed));
const postOf = (parts: string[], media: OutgoingMedia[] = []): OutgoingPost => ({
  key: randomUUID(),
  dueAt: new Date(Date.now() - 60_000).toISOString(),
  parts,
  media,
});
const publish = async (session: ReturnType<typeof open>, post: OutgoingPost, known: PublishedPart[] = []) =>
  (await session.prepare(post)).publish(known, async () => {});
const problem = (errorClass: string) => expect.objectContaining({ name: 'PublishError', errorClass });

/** The start of a file, just enough to identify its type. */
const PNG = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex');
const MP4 = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex');

async function mediaOf(kind: 'image' | 'video', size: number, alt = ''): Promise<OutgoingMedia> {
  const path = join(folder, randomUUID());
  const beginning = kind === 'image' ? PNG : MP4;
  const seed = Buffer.from(randomUUID());
  await writeFile(path, Buffer.concat([beginning, seed, Buffer.alloc(size - beginning.length - seed.length)]));
  const mimeType = kind === 'image' ? 'image/png' : 'video/mp4';
  return { kind, mimeType, size, width: 640, height: 480, alt, open: async () => (await openAsBlob(path)).stream() };
}

describe('what is sent to the real server', () => {
  it('connects by handle, and knows the account again', async () => {
    const connected = await connect();
    expect(connected).toMatchObject({ handle: account.handle, remoteId: account.did, server: server.url });
    await expect(open(connected.secret).check()).resolves.toMatchObject({ remoteId: account.did });
    const wrong = connect({ ...account, appPassword: 'abcd-efgh-ijkl-mnop' });
    await expect(wrong).rejects.toEqual(problem('auth'));
  });

  it('is a text with links, mentions and tags, found by their bytes', async () => {
    const other = await server.createAccount();
    const text = `Größe 👩‍👩‍👧‍👦 @${other.handle} and @nobody.test: https://example.com/ü?x=1#y, bsky.app #東京 #Brot!`;
    const [part] = await publish(open((await connect()).secret), postOf([text]));
    const [record] = await server.posts(account);
    expect(record?.value.text).toBe(text);
    const facets = record?.value.facets as { index: { byteStart: number; byteEnd: number }; features: object[] }[];
    const bytes = Buffer.from(text);
    const read = facets.map(({ index, features }) => [
      bytes.subarray(index.byteStart, index.byteEnd).toString(),
      Object.values(features[0] ?? {}).find((value) => !String(value).startsWith('app.bsky')),
    ]);
    expect(read).toEqual([
      [`@${other.handle}`, other.did],
      ['https://example.com/ü?x=1#y', 'https://example.com/ü?x=1#y'],
      ['bsky.app', 'https://bsky.app'],
      ['#東京', '東京'],
      ['#Brot', 'Brot'],
    ]);
    expect(part?.remoteId).toBe(`${record?.uri} ${record?.cid}`);
    expect(part?.url).toBe(`https://bsky.app/profile/${account.handle}/post/${record?.uri.split('/').at(-1)}`);
  });

  it('has ten pictures as a gallery, and its language', async () => {
    const media = await Promise.all(Array.from({ length: 10 }, () => mediaOf('image', 1_900_000, 'A loaf')));
    await publish(open((await connect()).secret), postOf(['The bread is out of the oven, and it is for you'], media));
    const [record] = await server.posts(account);
    expect(record?.value).toMatchObject({ langs: ['en'], embed: { $type: 'app.bsky.embed.gallery' } });
    expect(record?.value.embed).toHaveProperty('items.length', 10);
  });

  it('has a video, which the server gives back byte by byte', async () => {
    const video = await mediaOf('video', 30 * MEGABYTE, 'Kneading');
    await publish(open((await connect()).secret), postOf([''], [video]));
    const [record] = await server.posts(account);
    const embed = record?.value.embed as { video: { ref: { $link: string } } } | undefined;
    expect(embed).toMatchObject({
      $type: 'app.bsky.embed.video',
      alt: 'Kneading',
      aspectRatio: { width: 640, height: 480 },
      video: { mimeType: 'video/mp4', size: 30 * MEGABYTE },
    });
    const url = new URL('/xrpc/com.atproto.sync.getBlob', server.url);
    url.search = new URLSearchParams({ did: account.did, cid: embed?.video.ref.$link ?? '' }).toString();
    const back = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect(back.equals(Buffer.from(await new Response(await video.open()).arrayBuffer()))).toBe(true);
  });

  it('is a thread of replies, which is deleted whole', async () => {
    const session = open((await connect()).secret);
    const post = postOf(['One', 'Two', 'Three']);
    const parts = await publish(session, post);
    const records = await server.posts(account);
    const refs = records.map(({ uri, cid }) => ({ uri, cid }));
    expect(records.map(({ value }) => [value.text, value.reply])).toEqual([
      ['One', undefined],
      ['Two', { root: refs[0], parent: refs[0] }],
      ['Three', { root: refs[0], parent: refs[1] }],
    ]);
    await expect(session.find(post)).resolves.toEqual({ found: 'all', parts });
    await session.remove(parts);
    await session.remove(parts);
    await expect(session.find(post)).resolves.toEqual({ found: 'none' });
    expect(await server.posts(account)).toEqual([]);
  });

  it('comes with who may reply and quote, in one commit, and once', async () => {
    const session = open((await connect()).secret);
    const options = { replies: 'some', mentionedReply: true, quotes: false, languages: ['de'] };
    const post = { ...postOf(['One', 'Two']), options };
    const parts = await publish(session, post);
    expect(await publish(session, post)).toEqual(parts);
    const [first] = await server.posts(account);
    expect(first?.value).toMatchObject({ text: 'One', langs: ['de'] });
    const rkey = first?.uri.split('/').at(-1) ?? '';
    for (const [gate, rules] of [
      ['threadgate', { allow: [{ $type: 'app.bsky.feed.threadgate#mentionRule' }] }],
      ['postgate', { quotepostRules: [{ $type: 'app.bsky.feed.postgate#disableRule' }] }],
    ] as const) {
      const url = new URL('/xrpc/com.atproto.repo.getRecord', server.url);
      const record = { repo: account.did, collection: `app.bsky.feed.${gate}`, rkey };
      url.search = new URLSearchParams(record).toString();
      expect(await (await fetch(url)).json()).toMatchObject({ value: { ...rules, post: first?.uri } });
    }
    await session.remove(parts);
    expect(await server.posts(account)).toEqual([]);
  });

  it('is refused in the server’s words when it is too long', async () => {
    const session = open((await connect()).secret);
    await expect(publish(session, postOf(['x'.repeat(301)]))).rejects.toMatchObject({
      errorClass: 'rejected',
      message: expect.stringMatching(/grapheme/),
    });
    expect(await server.posts(account)).toEqual([]);
  });

  it('is linked as Bluesky’s own client links it', async () => {
    const pieces = fc.constantFrom(
      ...[
        '@',
        '#',
        '＃',
        '$',
        '.',
        ',',
        '-',
        'a',
        'Ab',
        '12',
        'com',
        'test',
        'example.com',
        'https://x.org/',
        '(',
        ')',
      ],
      ...[' ', ' ', ' ', '\n', '👩‍👩‍👧', 'é', '東京', '"', "'", '!', '/', '?', '_', '\u200b', '\ufe0f'],
    );
    const texts = fc.sample(
      fc.array(pieces, { maxLength: 30 }).map((all) => all.join('')),
      { numRuns: 3000, seed: 7 },
    );
    const official = await officialFacets(texts);
    const differing = texts.flatMap((one, index) => {
      const theirs = withoutNonsense(official[index] ?? []).map(
        ({ index: { byteStart, byteEnd }, features }) => `${byteStart}-${byteEnd} ${namedIn(features)}`,
      );
      const ours = stretchesIn(one).map(
        ({ byteStart, byteEnd, feature }) => `${byteStart}-${byteEnd} ${Object.values(feature).at(-1)}`,
      );
      return JSON.stringify(theirs) === JSON.stringify(ours) ? [] : [{ one, theirs, ours }];
    });
    expect(differing).toEqual([]);
  });
});

const namedIn = ([feature]: OfficialFacet['features']) => String(feature?.did ?? feature?.uri ?? feature?.tag);

/** Removes facets inside another link, and addresses and handles that no server accepts. */
function withoutNonsense(facets: OfficialFacet[]): OfficialFacet[] {
  let end = 0;
  return facets.filter(({ index, features }) => {
    const value = namedIn(features);
    const isNonsense = /^https?:/i.test(value) ? !parseUrl(value) : features[0]?.did && /^-|-\.|\.-/.test(value);
    if (isNonsense || index.byteStart < end) return false;
    end = index.byteEnd;
    return true;
  });
}

describe('sessions of the real server', () => {
  /** A log-in whose access token has expired, as after two hours. */
  const expired = async (secret: unknown) => {
    const login = secret as { accessToken: string };
    const claims = JSON.parse(Buffer.from(login.accessToken.split('.')[1] ?? '', 'base64url').toString());
    const ended = { ...claims, iat: claims.iat - 7200, exp: claims.iat - 60 };
    const accessToken = await new SignJWT(ended)
      .setProtectedHeader({ typ: 'at+jwt', alg: 'HS256' })
      .sign(Buffer.from(JWT_SECRET));
    return { ...login, accessToken };
  };
  /** A clock that is slow, so that the token seems to be still valid. */
  const lateClock = () => callsOf(() => new Date(Date.now() - 3 * HOUR_MS));

  it('are refreshed ahead, and when the server says that they have ended', async () => {
    for (const calls of [callsOf(), lateClock()]) {
      const session = open(await expired((await connect()).secret), calls);
      await publish(session, postOf(['Hello'], [await mediaOf('image', 100_000)]));
    }
    expect(kept).toHaveLength(2);
    await publish(open(kept[1]), postOf(['Again']));
    expect(await server.posts(account)).toHaveLength(3);
  });

  it('end with a revoked app password', async () => {
    const { secret } = await connect();
    const revoking = { body: { name: 'agent' }, token: account.accessToken };
    await server.call('com.atproto.server.revokeAppPassword', revoking);
    const publishing = publish(open(await expired(secret), lateClock()), postOf(['Hello']));
    await expect(publishing).rejects.toMatchObject({ errorClass: 'auth', message: expect.stringMatching(/password/) });
    expect(await server.posts(account)).toEqual([]);
  });
});

describe('never twice, never lost', () => {
  it('makes one record of a post that is sent twice, also at the same time', async () => {
    const { secret } = await connect();
    const post = postOf(['Hello #you'], [await mediaOf('image', 100_000)]);
    const [first] = await publish(open(secret), post);
    const again = await Promise.all([publish(open(secret), post), publish(open(secret), post)]);
    expect(again).toEqual([[first], [first]]);
    const together = postOf(['Together']);
    await Promise.all([publish(open(secret), together), publish(open(secret), together)]);
    expect(await server.posts(account)).toHaveLength(2);
  });

  it('goes on with a thread after the server was killed in its middle', async () => {
    const session = open((await connect()).secret);
    const post = postOf(['One', 'Two', 'Three']);
    const { publish: send } = await session.prepare(post);
    await expect(send([], () => server.kill())).rejects.toMatchObject({ name: 'PublishError' });
    await expect(session.find(post)).resolves.toMatchObject({ found: 'unclear' });
    await server.restart();
    const found = await session.find(post);
    expect(found).toMatchObject({ found: 'some', parts: [{}] });
    await publish(session, post, 'parts' in found ? found.parts : []);
    expect((await server.posts(account)).map(({ value }) => value.text)).toEqual(['One', 'Two', 'Three']);
  });

  it('uploads again after the server was killed in the middle of a video', async () => {
    const session = open((await connect()).secret);
    const video = await mediaOf('video', 30 * MEGABYTE);
    let isKilled = false;
    const interrupted = async () => {
      let sent = 0;
      return (await video.open()).pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          async transform(piece, controller) {
            sent += piece.length;
            if (sent > 10 * MEGABYTE && !isKilled) {
              isKilled = true;
              await server.kill();
            }
            controller.enqueue(piece);
          },
        }),
      );
    };
    const post = postOf(['Look'], [{ ...video, open: interrupted }]);
    await expect(publish(session, post)).rejects.toEqual(problem('transient'));
    expect(isKilled).toBe(true);
    await server.restart();
    await expect(session.find(post)).resolves.toEqual({ found: 'none' });
    await publish(session, post);
    expect(await server.posts(account)).toHaveLength(1);
  });
});
