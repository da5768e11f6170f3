import { beforeAll, describe, expect, test } from 'vitest';
import type { ReadableSource, WriteRequest } from '../../../../server/generation/post.ts';
import { webNetwork } from '../../../../server/generation/sources/network.ts';
import { readSource } from '../../../../server/generation/sources/read-source.ts';
import { builtInWriter } from '../../../../server/generation/writers/built-in-writer.ts';
import { isNearDuplicate } from '../../../../server/generation/writers/text/similarity.ts';
import { PLATFORM_IDS, type Platform } from '../../../../shared/posts/platforms.ts';
import { everyNth } from '../../../helpers/depth.ts';
import { startSourceServer } from '../../../helpers/source-server.ts';
import { expectGoodPosts } from './post-checks.ts';

const STYLES = [
  'Motivational Quotes',
  'Carousel Tips',
  'How-to',
  'Question time',
  'Story',
  'Hot take',
  'Did you know?',
  'Insight',
  'General',
];
const SOURCES = [
  ['sourdough.html'],
  ['strength.html'],
  ['passkeys.html'],
  ['night-trains.html'],
  ['huerto.html'],
  ['fahrrad.html'],
  ['feed.xml', 'atom.xml'],
  ['sourdough.html', 'fahrrad.html'],
];
const COUNTS = [1, 3, 10];
/** What every one of these sources carries, whatever the template. */
const CARRIED = 3;

const readings = new Map<string, ReadableSource>();

beforeAll(async () => {
  const server = await startSourceServer();
  for (const page of new Set(SOURCES.flat())) {
    const reading = await readSource(`${server.origin}/${page}`, { network: webNetwork(fetch) });
    if (!reading.ok) throw new Error(reading.reason);
    readings.set(page, reading);
  }
  await server.close();
});

function requestFor(pages: string[], changes: Partial<WriteRequest> = {}): WriteRequest {
  return {
    niche: 'Slow Living',
    template: { name: 'General', prompt: 'Write about Slow Living.' },
    sources: pages.map((page) => readings.get(page) as ReadableSource),
    platforms: [...PLATFORM_IDS],
    count: 3,
    avoid: [],
    hasVideo: false,
    seed: 'seed',
    onPost() {},
    ...changes,
  };
}

describe.each(STYLES.map((name, at) => ({ name, at })))('$name', ({ name, at }) => {
  const cases = SOURCES.flatMap((pages) => COUNTS.map((count) => ({ pages, count })));
  test.each(everyNth(cases, 12, at))('$count from $pages', async ({ pages, count }) => {
    const request = requestFor(pages, { template: { name, prompt: '' }, count });
    const posts = await builtInWriter.write(request);
    expect(posts.length).toBeLessThanOrEqual(count);
    expect(posts.length).toBeGreaterThanOrEqual(Math.min(count, CARRIED));
    expectGoodPosts({ ...request, posts });
  });
});

describe('the rest of the contract', () => {
  test('the same seed writes the same, another seed something else', async () => {
    const write = (seed: string) => builtInWriter.write(requestFor(['passkeys.html'], { seed }));
    expect(await write('a')).toEqual(await write('a'));
    expect(await write('a')).not.toEqual(await write('b'));
  });

  test('two sources are used up after some days, without a repeat and without a filler', async () => {
    const avoid: string[] = [];
    const made: number[] = [];
    for (let day = 0; day < 30; day += 1) {
      const request = requestFor(['strength.html', 'night-trains.html'], {
        avoid: [...avoid],
        seed: `day ${day}`,
        count: 1,
      });
      const posts = await builtInWriter.write(request);
      made.push(posts.length);
      for (const { caption, sources } of posts) {
        expect(avoid.filter((other) => isNearDuplicate(other, caption))).toEqual([]);
        expect(sources.length).toBeGreaterThan(0);
        avoid.push(caption);
      }
    }
    expect(avoid.length).toBeGreaterThan(10);
    expect(made.at(-1)).toBe(0);
  });

  test('without sources nothing is made, and followers are asked only by those who ask for it', async () => {
    expect(await builtInWriter.write(requestFor([]))).toEqual([]);
    const request = requestFor([], { withoutSources: true, count: 10, niche: 'SaaS growth' });
    const posts = await builtInWriter.write(request);
    expect(posts).toHaveLength(10);
    expectGoodPosts({ ...request, posts });
    for (const { caption } of posts) expect(caption).toContain('SaaS growth');
  });

  test('with a video, one post is the video and only where a platform takes one', async () => {
    const types = async (platforms: Platform[]) =>
      (await builtInWriter.write(requestFor(['sourdough.html'], { hasVideo: true, platforms }))).map(
        (p) => p.contentType,
      );
    expect((await types(['tiktok', 'linkedin'])).filter((type) => type === 'video')).toHaveLength(1);
    expect(await types(['twitter'])).not.toContain('video');
  });

  test('a language without a language speaks only in the words of its source', async () => {
    const text =
      'Il pane fresco ha bisogno di tempo e di pazienza in cucina. La farina buona costa poco e cambia molto il sapore finale. Il forno caldo asciuga la crosta e lascia morbida la mollica interna.';
    const source: ReadableSource = {
      ok: true,
      url: 'https://pane.example/a',
      title: 'Il pane',
      text,
      language: 'it',
      picture: null,
    };
    const [post] = await builtInWriter.write(requestFor([], { sources: [source], count: 1 }));
    expect(text).toContain(post?.caption.split('\n\n')[0]);
    expect(post?.caption).toMatch(/\n\nIl pane\nhttps:\/\/pane\.example\/a$/);
  });

  test('a post from a feed links to its entry, and one from several entries to the site', async () => {
    const posts = await builtInWriter.write(requestFor(['feed.xml'], { count: 10 }));
    const links = posts.map(({ caption, sources }) => [
      caption.split('\n').at(-1),
      new Set(sources.map(({ url }) => url)),
    ]);
    expect(links.some(([link]) => String(link).startsWith('https://fieldnotes.example/'))).toBe(true);
    for (const [link, pages] of links as [string, Set<string>][]) {
      if (pages.size === 1) expect(link).toBe([...pages][0]);
      else expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    }
  });

  test('progress is told and an abort is heard', async () => {
    const done: number[] = [];
    await builtInWriter.write(requestFor(['sourdough.html'], { onPost: (count) => done.push(count) }));
    expect(done).toEqual([1, 2, 3]);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(builtInWriter.write(requestFor(['sourdough.html'], { signal }))).rejects.toThrow('enough');
  });

  test('a source of a hundred thousand characters is no trouble', async () => {
    const name = (n: number) =>
      `${[...n.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('')}ville`;
    const sentences = Array.from(
      { length: 1200 },
      (_, i) =>
        `A bakery in ${name(i * 7919)} sells ${i * 7} loaves of ${name(i * 104_729)} bread to ${name(i * 1299)} every morning.`,
    );
    const text = sentences.join('\n\n');
    const source: ReadableSource = {
      ok: true,
      url: 'https://long.example/',
      title: 'Long',
      text,
      language: 'en',
      picture: null,
    };
    // Its sentences are all alike: one is enough.
    expect(await builtInWriter.write(requestFor([], { sources: [source], count: 3 }))).not.toEqual([]);
  });
});
