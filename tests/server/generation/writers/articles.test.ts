import { describe, expect, test } from 'vitest';
import type { ReadableSource } from '../../../../server/generation/post.ts';
import { chooseLanguage } from '../../../../server/generation/writers/languages/choose-language.ts';
import { everyNth } from '../../../helpers/depth.ts';
import { writeRun } from '../writing.ts';
import { ARTICLES, type Article, readArticle } from './articles.ts';
import { expectGoodPosts } from './post-checks.ts';

/** One template of each style. */
const TEMPLATES = [
  ...['Motivational Quotes', 'Carousel Tips', 'How-to', 'Question time', 'Story', 'Hot take', 'Did you know?'],
  ...['Insight', 'General'],
];

const readings = new Map<Article, Promise<ReadableSource>>(ARTICLES.map((article) => [article, readArticle(article)]));

describe.each(ARTICLES.map((article, at) => ({ ...article, article, at })))('$page', ({ article, at }) => {
  test('is taken for its language', async () => {
    const source = await (readings.get(article) as Promise<ReadableSource>);
    expect(chooseLanguage(source.text, null).tag).toBe(article.language);
    expect(chooseLanguage(source.text, 'en').tag).toBe(article.language);
  });

  test.each(everyNth(TEMPLATES, 9, at))('%s', async (style) => {
    const sources = [await (readings.get(article) as Promise<ReadableSource>)];
    const run = await writeRun({ niche: article.niche, template: { name: style, prompt: '' }, sources });
    expect(run.posts.length).toBeGreaterThanOrEqual(3);
    expectGoodPosts(run);
    expect(run.posts.map(({ hashtags }) => hashtags).filter(({ length }) => length < 3 || length > 5)).toEqual([]);
  });
});
