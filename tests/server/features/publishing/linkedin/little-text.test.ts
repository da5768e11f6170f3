import { describe, expect, it } from 'vitest';
import { littleText } from '../../../../../server/features/publishing/platforms/linkedin/little-text.ts';
import { readText } from '../../../../helpers/linkedin/little-text.ts';

describe('little text', () => {
  it.each([
    'Plain words, and "quotes".',
    'All of it: | { } @ [ ] ( ) < > # * _ ~ \\ and on',
    'A link (https://example.com/a_b?c=[d]#e_f) in brackets',
    'me@example.com, @bob and a #tag, #two_words #Größe #2026 #2026goals C# #',
    '{hashtag|\\#|not one} @[Eddy](urn:li:person:1234)',
    'Lines\n\nand 👩‍👩‍👧‍👦 #日本語',
    '#first',
    '',
  ])('reads as it was written: %s', (text) => {
    expect(readText(littleText(text))).toBe(text);
  });

  it('makes links of hashtags, and of nothing else', () => {
    expect(littleText('A #tag, #two_words')).toBe('A {hashtag|\\#|tag}, {hashtag|\\#|two\\_words}');
    expect(littleText('No. #2026, C#, a#b and https://x.test/#top')).toBe(
      'No. \\#2026, C\\#, a\\#b and https://x.test/\\#top',
    );
    expect(littleText('@[Eddy](urn:li:person:1)')).toBe('\\@\\[Eddy\\]\\(urn:li:person:1\\)');
  });

  it('is quick with a long text of nothing but signs', () => {
    const began = performance.now();
    for (const sign of ['#', '_', '#_', '\\', '#1']) littleText(sign.repeat(100_000));
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});
