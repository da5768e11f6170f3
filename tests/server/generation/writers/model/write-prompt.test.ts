import { expect, test } from 'vitest';
import type { ReadableSource, WriteRequest } from '../../../../../server/generation/post.ts';
import { findPassage } from '../../../../../server/generation/writers/model/passage.ts';
import { foreignReferences } from '../../../../../server/generation/writers/model/references.ts';
import { writePrompt } from '../../../../../server/generation/writers/model/write-prompt.ts';

const OWN = 'Rye keeps for a week in a linen bag.';
const OTHERS = 'Sales of the other client fell by a third in May.';
const FEED: ReadableSource = {
  ok: true,
  url: 'https://bread.example/feed.xml',
  title: 'Bread',
  text: '## Flour\n\nFresh flour smells of grain.\n\n## Water\n\nHard water slows the dough down.',
  language: 'en',
  picture: null,
  entries: [{ heading: 'Water', url: 'https://bread.example/water' }],
};

const request = (changes: Partial<WriteRequest>): WriteRequest => ({
  niche: 'Rye bread',
  template: { name: 'General', prompt: 'Write about Rye bread.' },
  sources: [],
  platforms: ['linkedin'],
  count: 1,
  avoid: [OWN, OTHERS],
  earlier: [OWN],
  hasVideo: false,
  seed: 'seed',
  onPost: () => {},
  ...changes,
});

test('a model is shown the earlier posts of the same project alone', () => {
  const { prompt } = writePrompt(request({}), 'mark');
  expect(prompt).toContain(`- ${OWN}`);
  expect(prompt).not.toContain('other client');
});

test("a model is shown the address of a feed's entry, may link to it, and its passage is noted with it", () => {
  const { prompt } = writePrompt(request({ sources: [FEED] }), 'mark');
  expect(prompt).toContain('## Flour\n\nFresh');
  expect(prompt).toContain('## Water\nhttps://bread.example/water\n\nHard');
  const link = 'More: https://bread.example/water';
  expect(foreignReferences([link, `${link}/other`], request({ sources: [FEED] }))).toEqual([
    expect.stringContaining('https://bread.example/water/other may not'),
  ]);
  expect(findPassage('hard water slows the dough down', FEED)?.url).toBe('https://bread.example/water');
  expect(findPassage('Fresh flour smells of grain.', FEED)?.url).toBe(FEED.url);
});
