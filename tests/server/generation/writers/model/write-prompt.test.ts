import { expect, test } from 'vitest';
import { findPassage } from '../../../../../server/generation/writers/model/passage.ts';
import { foreignReferences } from '../../../../../server/generation/writers/model/references.ts';
import { writePrompt } from '../../../../../server/generation/writers/model/write-prompt.ts';
import { readable, writeRequest } from '../../writing.ts';

const OWN = 'Rye keeps for a week in a linen bag.';
const OTHERS = 'Sales of the other client fell by a third in May.';

test('a model is shown the earlier posts of the same project alone', () => {
  const { prompt } = writePrompt(writeRequest({ avoid: [OWN, OTHERS], earlier: [OWN] }), 'mark');
  expect(prompt).toContain(`- ${OWN}`);
  expect(prompt).not.toContain('other client');
});

test("a model is shown the address of a feed's entry, may link to it, and its passage is noted with it", () => {
  const text = '## Flour\n\nFresh flour smells of grain.\n\n## Water\n\nHard water slows the dough down.';
  const feed = readable(text, { entries: [{ heading: 'Water', url: 'https://bread.example/water' }] });
  const request = writeRequest({ sources: [feed] });
  const { prompt } = writePrompt(request, 'mark');
  expect(prompt).toContain('## Flour\n\nFresh');
  expect(prompt).toContain('## Water\nhttps://bread.example/water\n\nHard');
  const link = 'More: https://bread.example/water';
  expect(foreignReferences([link, `${link}/other`], request)).toEqual([
    expect.stringContaining('https://bread.example/water/other may not'),
  ]);
  expect(findPassage('hard water slows the dough down', feed)?.url).toBe('https://bread.example/water');
  expect(findPassage('Fresh flour smells of grain.', feed)?.url).toBe(feed.url);
});
