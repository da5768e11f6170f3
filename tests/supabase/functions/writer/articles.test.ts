import { describe, expect, test } from 'vitest';
import { PLATFORM_IDS } from '../../../../shared/platforms.ts';
import type { ReadableSource, WrittenPost } from '../../../../supabase/functions/auto-generate-content/post.ts';
import { builtInWriter } from '../../../../supabase/functions/auto-generate-content/writer/built-in-writer.ts';
import { chooseLanguage } from '../../../../supabase/functions/auto-generate-content/writer/languages/choose-language.ts';
import { isNearDuplicate } from '../../../../supabase/functions/auto-generate-content/writer/similarity.ts';
import { ARTICLES, type Article, readArticle } from './articles.ts';
import {
  expectFittingHashtags,
  expectNoClutter,
  expectSourced,
  expectStandsAlone,
  expectWholeSentences,
  expectWithinLimits,
} from './post-checks.ts';

/** Their numbers are spelled out, or stand in lists only. */
const WITHOUT_FIGURES = ['huerto', 'window-light'];

/** What shows in the first post of each template style; later posts may fall back when an article holds no more. */
const STYLES: Record<string, (post: WrittenPost, source: ReadableSource) => void> = {
  'Motivational Quotes': (post, source) => {
    const [open, close] = chooseLanguage(source.text, source.language).quotes;
    expect(post.contentType).toBe('image');
    expect(post.caption.split('\n\n')[1]).toMatch(new RegExp(`^${open.trim()}.+(${close.trim()}|[.。])`, 'u'));
  },
  'Carousel Tips': (post) => {
    expect(post.contentType).toBe('carousel');
    expect(post.slides.length).toBeGreaterThanOrEqual(5);
    expect(post.caption).toMatch(/^3\. /m);
  },
  'How-to': (post) => {
    expect(post.contentType).toBe('carousel');
    expect(post.slides.length).toBeGreaterThanOrEqual(5);
  },
  'Question time': (post) => expect(post.caption.split('\n')[0]).toMatch(/[?？]$/),
  Story: (post) => expect(post.sources.map(({ passage }) => passage).join(' ').length).toBeGreaterThan(80),
  'Did you know?': (post, source) => {
    if (!WITHOUT_FIGURES.some((page) => source.url.includes(page))) expect(post.caption).toMatch(/\p{Nd}/u);
  },
  General: () => {},
};

const readings = new Map<Article, Promise<ReadableSource>>(ARTICLES.map((article) => [article, readArticle(article)]));

async function write(article: Article, style: string, seed = 'seed'): Promise<[ReadableSource, WrittenPost[]]> {
  const source = await (readings.get(article) as Promise<ReadableSource>);
  const posts = await builtInWriter.write({
    niche: article.niche,
    template: { name: style, prompt: '' },
    sources: [source],
    platforms: [...PLATFORM_IDS],
    count: 4,
    avoid: [],
    hasVideo: false,
    seed,
    onPost() {},
  });
  return [source, posts];
}

describe.each(ARTICLES.map((article) => [article.page, article] as const))('%s', (_, article) => {
  test('is taken for its language', async () => {
    const source = await (readings.get(article) as Promise<ReadableSource>);
    expect(chooseLanguage(source.text, null).language).toBe(article.language);
    expect(chooseLanguage(source.text, 'en').language).toBe(article.language);
  });

  test.each(Object.keys(STYLES))('%s', async (style) => {
    const [source, posts] = await write(article, style);
    expect(posts).toHaveLength(4);
    for (const post of posts) {
      expectWholeSentences(post, source);
      expectNoClutter(post);
      expectStandsAlone(post, source);
      expectSourced(post, source);
      expectFittingHashtags(post, article.niche, source);
      expectWithinLimits(post);
    }
    for (const [index, { caption }] of posts.entries()) {
      expect(posts.slice(0, index).filter((other) => isNearDuplicate(caption, other.caption))).toEqual([]);
    }
    STYLES[style]?.(posts[0] as WrittenPost, source);
  });
});
