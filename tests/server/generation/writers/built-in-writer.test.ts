import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { ReadableSource, WriteRequest } from '../../../../server/generation/post.ts';
import { readDocument } from '../../../../server/generation/sources/read-document.ts';
import { builtInWriter } from '../../../../server/generation/writers/built-in-writer.ts';
import { isNearDuplicate } from '../../../../server/generation/writers/text/similarity.ts';
import { PLATFORM_IDS, type Platform } from '../../../../shared/posts/platforms.ts';
import { everyNth, isFull } from '../../../helpers/depth.ts';
import { readable, writeRequest, writeRun } from '../writing.ts';
import { ARTICLES, type Article, readArticle } from './articles.ts';
import { expectGoodPosts } from './post-checks.ts';

const readings = new Map<string, ReadableSource>();
for (const article of ARTICLES.slice(0, 4)) readings.set(article.page, await readArticle(article));
const template = { name: 'General', prompt: 'Write about Slow Living.' };

function requestFor(pages: string[], changes: Partial<WriteRequest> = {}): WriteRequest {
  const sources = pages.map((page) => readings.get(page) as ReadableSource);
  return writeRequest({ niche: 'Slow Living', template, sources, platforms: [...PLATFORM_IDS], count: 3, ...changes });
}

async function readFeed(name: string): Promise<ReadableSource> {
  const bytes = await readFile(`tests/fixtures/articles/${name}.xml`);
  const url = `https://${name}.example/feed`;
  return { ok: true, url, ...readDocument({ url, type: 'application/xml', charset: 'utf-8', bytes, isCut: false }) };
}

test('posts of two feeds, each with a link to the entry it is from, or to the site where it is from several', async () => {
  const sources = await Promise.all(['feed', 'atom'].map(readFeed));
  const run = await writeRun({ niche: 'Slow Living', template, sources }, isFull ? 10 : 4);
  expect(run.posts.length).toBeGreaterThanOrEqual(3);
  expectGoodPosts(run);
  const links = run.posts.map(({ caption }) => caption.split('\n').at(-1));
  expect(links).toContainEqual(expect.stringMatching(/^https:\/\/(fieldnotes|slowcoffee)\.example\/[a-z-]+$/));
});

describe('a passage that never names its subject', () => {
  const recipe =
    'Use 15 grams, ground a little finer than sand. Pour 200 grams of water at 85 degrees, then press for thirty seconds. Stop at the first hiss, because the last drops are bitter.';
  const about = 'The AeroPress makes one strong cup in two minutes. Travellers like its weight and its price.';
  const entries = [{ heading: 'AeroPress in two minutes', url: 'https://beans.example/aeropress' }];

  test.each([
    [
      'the headline of its page',
      'AeroPress anywhere',
      `${about}\n\n## Recipe\n\n${recipe}`,
      ['AeroPress anywhere', 'Recipe'],
    ],
    [
      'the headline of the entry of a feed',
      'The Bean Diary',
      `## AeroPress in two minutes\n\n${recipe}`,
      ['AeroPress in two minutes'],
    ],
  ])('keeps %s, in every style and for every platform', async (_, title, text, introduction) => {
    const source = readable(text, { title, entries: text.startsWith('## AeroPress in') ? entries : [] });
    for (const name of everyNth(['Quick Facts', 'Tips', 'How-To', 'Insight', 'Story', 'Question', 'General'], 3)) {
      const posts = await builtInWriter.write(requestFor([], { sources: [source], template: { name, prompt: '' } }));
      const post = posts.find(({ caption }) => caption.includes('Use 15 grams'));
      expect(post?.caption.split('\n\n')[0]).toBe(introduction.join('\n'));
      for (const { caption } of Object.values(post?.alternatives ?? {})) expect(caption).toContain('AeroPress');
      expect(post?.slides[0]?.title).toContain('AeroPress');
      expectGoodPosts({ ...requestFor([], { sources: [source], template: { name, prompt: '' } }), posts });
    }
  });

  test('names the entry of a feed with its source below a quotation', async () => {
    const said = '“Slow down and the cup forgives you,” says Ana Lima, who never rushes.';
    const text = `## AeroPress in two minutes\n\n${about}\n\n${said}`;
    const source = readable(text, { title: 'The Bean Diary', entries });
    const template = { name: 'Quotes', prompt: '' };
    const [post] = await builtInWriter.write(requestFor([], { sources: [source], template, count: 1 }));
    expect(post?.caption).toBe(
      `${said}\n\nSource: AeroPress in two minutes – The Bean Diary\nhttps://beans.example/aeropress`,
    );
  });
});

test('the same seed writes the same, another seed something else', async () => {
  const write = (seed: string) => builtInWriter.write(requestFor(['passkeys'], { seed }));
  expect(await write('a')).toEqual(await write('a'));
  expect(await write('a')).not.toEqual(await write('b'));
});

// One source, or two in `test:full`: a second one doubles the comparisons of each day.
test('sources are used up after some days, without a repeat and without a filler', async () => {
  const avoid: string[] = [];
  const made: number[] = [];
  for (let day = 0; day < 30 && made.at(-1) !== 0; day += 1) {
    const request = requestFor(isFull ? ['strength', 'night-trains'] : ['strength'], {
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
  expect(avoid.length).toBeGreaterThan(isFull ? 10 : 5);
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
    (await builtInWriter.write(requestFor(['sourdough'], { hasVideo: true, platforms }))).map((p) => p.contentType);
  expect((await types(['tiktok', 'linkedin'])).filter((type) => type === 'video')).toHaveLength(1);
  expect(await types(['twitter'])).not.toContain('video');
});

test('a language without a language speaks only in the words of its source', async () => {
  const text =
    'Il pane fresco ha bisogno di tempo e di pazienza in cucina. La farina buona costa poco e cambia molto il sapore finale. Il forno caldo asciuga la crosta e lascia morbida la mollica interna.';
  const source = readable(text, { url: 'https://pane.example/a', title: 'Il pane', language: 'it' });
  const [post] = await builtInWriter.write(requestFor([], { sources: [source], count: 1 }));
  expect(text).toContain(post?.caption.split('\n\n')[0]);
  expect(post?.caption).toMatch(/\n\nIl pane\nhttps:\/\/pane\.example\/a$/);
});

test('progress is told and an abort is heard', async () => {
  const done: number[] = [];
  await builtInWriter.write(requestFor(['sourdough'], { onPost: (count) => done.push(count) }));
  expect(done).toEqual([1, 2, 3]);
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(builtInWriter.write(requestFor(['sourdough'], { signal }))).rejects.toThrow('enough');
});

/** One template of each style. */
const TEMPLATES = [
  ...['Motivational Quotes', 'Carousel Tips', 'How-to', 'Question time', 'Story', 'Hot take', 'Did you know?'],
  ...['Insight', 'General'],
];

const readingOf = new Map<Article, Promise<ReadableSource>>(ARTICLES.map((article) => [article, readArticle(article)]));

describe.each(
  everyNth(
    ARTICLES.map((article, at) => ({ ...article, article, at })),
    5,
  ),
)('$page', ({ article, at }) => {
  test.each(everyNth(TEMPLATES, 9, at))('%s', async (style) => {
    const sources = [await (readingOf.get(article) as Promise<ReadableSource>)];
    const run = await writeRun({ niche: article.niche, template: { name: style, prompt: '' }, sources });
    expect(run.posts.length).toBeGreaterThanOrEqual(3);
    expectGoodPosts(run);
    expect(run.posts.map(({ hashtags }) => hashtags).filter(({ length }) => length < 3 || length > 5)).toEqual([]);
  });
});
