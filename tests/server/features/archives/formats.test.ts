import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importArchive } from '../../../../server/features/archives/import-archive.ts';
import type { ArchivedPost } from '../../../../shared/archives/archives.ts';
import { blockOf, carOf, repositoryOf, tarGzOf, zipOf } from '../../../helpers/archive-files.ts';
import { isFull } from '../../../helpers/depth.ts';
import { fileFolder } from '../../../helpers/file-folder.ts';
import { NAMED, SECRET, wholeArchive } from './whole-archives.ts';

const folder = await fileFolder();

/** Imports a file with these bytes; with null, the existing file. */
async function read(name: string, bytes: Uint8Array | null, more: object = {}) {
  const file = join(folder, name);
  if (bytes) await writeFile(file, bytes);
  const posts: ArchivedPost[] = [];
  const store = {
    accounts: async () => [],
    keep: async ({ posts: batch }: { posts: readonly ArchivedPost[] }) => {
      posts.push(...batch);
      return { added: batch.length, known: 0, published: 0 };
    },
  };
  const signal = new AbortController().signal;
  const imported = await importArchive({ file, dryRun: false, store, onProgress: () => undefined, signal, ...more });
  return { ...imported, posts };
}

describe('a whole archive is read, its messages are not:', () => {
  it.each(NAMED)('%s', async (name) => {
    const { bytes, posts, source, skipped, also = [] } = await wholeArchive(name);
    const got = await read(...bytes);
    expect(got.posts).toEqual(posts.map((post) => expect.objectContaining(post)));
    expect(got).toMatchObject({
      source,
      also,
      skipped: { repost: 0, private: 0, empty: 0, unreadable: 0, ...skipped },
    });
    expect(JSON.stringify(got)).not.toContain(SECRET);
  });
});

const instagramPost = { media: [{ uri: 'a.jpg', creation_timestamp: 1_700_000_000, title: 'Rye' }] };
const DATE = 'Mon Jan 05 08:36:41 +0000 2026';
const tweets = (text: string) => `window.YTD.tweets.part0 = ${text}`;
const node = (entries: object[], l: unknown = null) => blockOf({ l, e: entries });
const commitOf = (data: unknown) =>
  blockOf({ did: 'did:plc:ada', version: 3, data, rev: '3', prev: null, sig: new Uint8Array(1) });

describe('what is no archive, or a hostile one, is refused with what to do:', () => {
  const MB = 1024 * 1024;
  type Hostile = [string, string, () => Uint8Array | Promise<Uint8Array>, RegExp, object?];
  const tarBomb: Hostile = [
    'a tar.gz bomb',
    'a.tar.gz',
    () => tarGzOf({ 'media/a.png': Buffer.alloc(80 * MB) }),
    /far larger unpacked/,
  ];
  it.each<Hostile>([
    [
      'HTML of Instagram',
      'a.zip',
      () => zipOf({ 'your_instagram_activity/media/posts_1.html': '<p>' }),
      /HTML form.*Ask Instagram for JSON.*https:/,
    ],
    [
      'HTML of Facebook',
      'a.zip',
      () => zipOf({ 'your_facebook_activity/posts/your_posts_1.html': '<p>' }),
      /Ask Facebook for JSON/,
    ],
    ['TXT of TikTok', 'a.zip', () => zipOf({ 'TikTok/Posts/Posts.txt': 'Date:' }), /TXT form.*Ask TikTok for JSON/],
    [
      'another platform',
      'a.zip',
      () => zipOf({ 'data/tweets.js': tweets('[]') }),
      /archive of X, not of LinkedIn/,
      { platform: 'linkedin' },
    ],
    ['messages alone', 'messages.json', () => Buffer.from('{"messages":[]}'), /No list of posts was found/],
    ['a zip that was cut', 'a.zip', () => zipOf({ 'data/tweets.js': tweets('[]') }).subarray(0, 60), /cannot be read/],
    [
      'a tar.gz that was cut',
      'a.tar.gz',
      async () => (await tarGzOf({ 'outbox.json': { orderedItems: [] } })).subarray(0, 60),
      /ends too early/,
    ],
    ['a list that was cut', 'tweets.js', () => Buffer.from(tweets('[{"tweet":{')), /ends too early/],
    ['UTF-16', 'tweets.js', () => Buffer.from(`\ufeff${tweets('[]')}`, 'utf16le'), /not in UTF-8/],
    ['absurd depth', 'posts_1.json', () => Buffer.from('['.repeat(5000)), /nested more deeply/],
    [
      'a quotation mark left open',
      'Shares.csv',
      () => Buffer.from(`Date,ShareLink,ShareCommentary\n1,2,"${'x'.repeat(2 * MB)}`),
      /quotation mark/,
    ],
    ['an empty file', 'a.zip', () => Buffer.alloc(0), /it is empty/],
    ['a CSV without headings', 'Shares.csv', () => Buffer.from('a,b\n'.repeat(50)), /without its headings/],
    ['a zip bomb', 'a.zip', () => zipOf({ 'data/tweets.js': Buffer.alloc(80 * MB, 0x20) }), /far larger unpacked/],
    [
      'a zip that claims less than it unpacks to',
      'a.zip',
      () => zipOf({ 'data/tweets.js': tweets(`[${' '.repeat(MB)}]`) }, { claims: { 'data/tweets.js': 100 } }),
      /damaged at data\/tweets.js/,
    ],
    ...(isFull ? [tarBomb] : []),
    [
      'a circle in a repository',
      'repo.car',
      () => {
        // A block cannot contain its own hash, so this one has the id of another block.
        const inner = node([]);
        const outer = node([], inner.cid);
        const commit = commitOf(outer.cid);
        return carOf(commit.cid, [commit, outer, { cid: inner.cid, bytes: outer.bytes }]);
      },
      /block that was changed/,
    ],
    [
      'a node twice',
      'repo.car',
      () => {
        const inner = node([]);
        const outer = node([{ p: 0, k: Buffer.from('a/b'), v: inner.cid, t: inner.cid }], inner.cid);
        const commit = commitOf(outer.cid);
        return carOf(commit.cid, [commit, outer, inner]);
      },
      /leads in circles/,
    ],
    [
      'a repository of great depth',
      'repo.car',
      () => {
        const blocks = [node([])];
        for (let depth = 0; depth < 100; depth += 1) blocks.push(node([], blocks.at(-1)?.cid));
        const commit = commitOf(blocks.at(-1)?.cid);
        return carOf(commit.cid, [commit, ...blocks]);
      },
      /more files|cannot be read/,
    ],
    ['a repository that was cut', 'repo.car', () => repositoryOf('did:plc:ada', {}).subarray(0, -9), /ends too early/],
    [
      'a huge header',
      'repo.car',
      () => Buffer.concat([Buffer.from([0xff, 0xff, 0xff, 0x7f]), repositoryOf('did:plc:ada', {}).subarray(1)]),
      /no proper header/,
    ],
  ])('%s', async (_what, name, bytes, why, more) => {
    await expect(read(name, await bytes(), more)).rejects.toThrow(why);
  });

  it('an entry of 3 MB, or one that is none, is left out; the rest is kept', async () => {
    const long = { media: [{ uri: 'b.jpg' }], title: 'x'.repeat(3 * MB) };
    const got = await read(
      'posts_1.json',
      Buffer.from(JSON.stringify([long, 7, 'text', { media: 'none' }, instagramPost, {}])),
    );
    expect(got).toMatchObject({ added: 1, skipped: { unreadable: 2, empty: 2 } });
  });

  it('a name that leads out of the archive, or is there twice, changes nothing', async () => {
    const good = { tweet: { id_str: '1', created_at: DATE, full_text: 'Rye' } };
    const files = {
      '../../data/tweets.js': tweets('[]'),
      '/etc/passwd': 'x',
      'inner.zip': zipOf({ 'data/tweets.js': tweets('[]') }),
    };
    expect((await read('a.zip', zipOf({ ...files, 'data/tweets.js': tweets(JSON.stringify([good])) }))).added).toBe(1);
  });

  it('messages of 20 MB in one line (2.1 GB in the full tests) are passed over without growing', async () => {
    const name = 'user_data_tiktok.json';
    const start = '{"Direct Messages":{"Chat History":"';
    const end = '"},"Video":{"Videos":{"VideoList":[{"Date":"2026-01-02 10:00:00","Link":"","Title":"Rye"}]}}}';
    const file = await open(join(folder, name), 'w');
    await file.write(start);
    const piece = Buffer.alloc(20 * MB, 0x78);
    for (let done = 0; done < (isFull ? 2100 : 20); done += 20) await file.write(piece);
    await file.write(end);
    await file.close();
    const before = process.memoryUsage().rss;
    const got = await read(name, null);
    expect(got.posts).toMatchObject([{ text: 'Rye', postedAt: '2026-01-02T10:00:00.000Z' }]);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * MB);
  }, 300_000);
});
