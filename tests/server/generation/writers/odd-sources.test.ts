import { describe, expect, test } from 'vitest';
import type { ReadableSource } from '../../../../server/generation/post.ts';
import { readHtml } from '../../../../server/generation/sources/read-html.ts';
import { everyNth } from '../../../helpers/depth.ts';
import { readable, writeRun } from '../writing.ts';
import { ARTICLES, readArticle } from './articles.ts';
import { expectGoodPosts } from './post-checks.ts';

const TEMPLATES = ['Motivational Quotes', 'Carousel Tips', 'How-to', 'Story', 'Did you know?', 'General'];

async function article(page: string): Promise<ReadableSource> {
  const found = ARTICLES.find((known) => known.page === page);
  if (!found) throw new Error(`no article ${page}`);
  return readArticle(found);
}

/** A page as the function reads it; null if it finds no article. */
function page(body: string, language = 'en'): ReadableSource | null {
  const url = 'https://odd.example/page';
  const { text, ...content } = readHtml(`<html lang="${language}"><body>${body}</body></html>`, url);
  return text === null ? null : { ok: true, url, text, ...content };
}

function text(language: string, title: string, blocks: string[]): ReadableSource {
  return readable(blocks.join('\n\n'), { title, language });
}

const named = (name: string, prompt = '') => ({ name, prompt });

describe('languages that differ', () => {
  test.each(
    everyNth(
      [
        ['Consejos del martes', 'fahrrad', 'Radfahren'],
        ['História de domingo', 'ecrans', 'Parentalité'],
      ] as const,
      3,
    ),
  )('a template “%s” shapes the posts, %s gives the words', async (template, source, niche) =>
    expectGoodPosts(await writeRun({ niche, template: named(template), sources: [await article(source)] })),
  );

  test.each(
    everyNth(
      [
        ['Sourdough Baking', 'sauerteigbrot'],
        ['子育て', 'toddler-sleep'],
      ],
      3,
    ),
  )('a niche “%s” over %s is not woven into its sentences', async (niche, source) => {
    const run = await writeRun({ niche, template: named('General'), sources: [await article(source)] });
    expectGoodPosts(run);
    for (const post of run.posts) {
      expect(post.caption).not.toContain(niche);
      expect(post.hashtags[0]).toBe(`#${niche.replaceAll(' ', '')}`);
    }
  });

  test.each(everyNth(TEMPLATES, 6, 5))('two sources in two languages take turns, %s', async (template) => {
    const sources = [await article('sourdough'), await article('sauerteigbrot')];
    const run = await writeRun({ niche: 'Brotbacken', template: named(template), sources });
    expectGoodPosts(run);
    const urls = new Set(run.posts.flatMap((post) => post.sources.map(({ url }) => url)));
    if (template === 'General') expect(urls.size).toBe(2);
  });
});

test('a passage in another language stays out of the posts', async () => {
  const german = await article('sauerteigbrot');
  const english = 'Good bread needs time, and there is nothing that you can do about it in the kitchen.';
  const japanese = 'パンには時間と少しの忍耐が必要です。台所では何も急ぐことができません。';
  const mixed = { ...german, text: [english, japanese, german.text, english].join('\n\n') };
  for (const name of everyNth(TEMPLATES, 3)) {
    const run = await writeRun({ niche: 'Brotbacken', template: named(name), sources: [mixed] });
    expectGoodPosts(run);
    for (const { caption } of run.posts) expect(caption).not.toMatch(/Good bread|パン/);
  }
});

test('a heading that only says the title again opens no post', async () => {
  const source = text('en', 'Why bread goes stale so quickly', [
    '## Why bread goes stale so quickly',
    'Bread goes stale because its starch slowly turns crystalline again, not because it dries out. Cold air makes the process faster, which is why a fridge is the worst place for a fresh loaf.',
  ]);
  const run = await writeRun({ niche: 'Bread', template: named('Insight'), sources: [source] }, 1);
  expect(run.posts[0]?.sources).toHaveLength(1);
  expectGoodPosts(run);
});

describe('sources of an odd shape', () => {
  const PARAGRAPH = text('en', 'On salt', [
    'Salt slows the yeast and tightens the dough. Bread without it tastes flat and goes stale within a day. Two percent of the weight of the flour is the usual amount in Europe.',
  ]);
  const RECIPE = text('en', 'Lemon drizzle cake', [
    'Prep: 15 mins | Cook: 45 mins | Serves 10 | Easy',
    '## Ingredients',
    '- 225g unsalted butter, softened',
    '- 225g caster sugar',
    '- 4 large eggs',
    '- finely grated zest of 1 lemon',
    '## Method',
    '1. Heat the oven to 180C and line a loaf tin with greaseproof paper.',
    '2. Beat together the butter and the sugar until pale and creamy.',
    '3. Add the eggs one at a time and mix slowly after each one.',
    '4. Bake for 45 to 50 minutes until a thin skewer comes out clean.',
    '5. Prick the warm cake all over and pour over the lemon drizzle.',
    '## Nutrition',
    'kcal 399 fat 21g saturates 13g carbs 50g',
  ]);

  test.each([
    ['one paragraph', PARAGRAPH],
    ['a recipe', RECIPE],
  ])('%s', async (_, source) => {
    for (const name of everyNth(TEMPLATES, 3, 1)) {
      const run = await writeRun({ niche: 'Everyday Baking', template: named(name), sources: [source] });
      // A poor source yields a single post rather than a filler.
      expect(run.posts.length).toBeGreaterThanOrEqual(1);
      expectGoodPosts(run);
    }
  });

  test('a recipe is cooked step by step, and its shopping list stays at home', async () => {
    const order = { niche: 'Cakes', template: named('How-to'), sources: [RECIPE] };
    const [first] = (await writeRun(order)).posts;
    expect(first?.caption).toContain('1. Heat the oven to 180C and line a loaf tin with greaseproof paper.');
    expect(first?.caption).not.toMatch(/225g|kcal|Serves/);
  });

  test('a page of headlines is not taken for an article, or gives nothing', async () => {
    const items = Array.from(
      { length: 30 },
      (_, index) =>
        `<article><h3><a href="/n/${index}">Minister number ${index} says the budget will hold, opposition doubts it</a></h3><p><a href="/n/${index}">More</a></p></article>`,
    );
    const source = page(`<h1>News</h1>${items.join('')}`);
    const run = await writeRun({ niche: 'Politics', template: named('General'), sources: source ? [source] : [] });
    expect(run.posts.flatMap(({ sources }) => sources)).toEqual([]);
    expectGoodPosts(run);
  });
});
