import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stretchesIn } from '../../../../../server/features/publishing/platforms/bluesky/rich-text.ts';

/** The text at each feature's byte range, and what it refers to. */
const found = (text: string) =>
  stretchesIn(text).map(({ byteStart, byteEnd, feature }) => [
    Buffer.from(text).subarray(byteStart, byteEnd).toString(),
    Object.values(feature).at(-1),
  ]);

describe('what Bluesky links in a text', () => {
  it.each<[string, [string, string][]]>([
    ['See https://example.com/a?b=c#d.', [['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d']]],
    ['(https://example.com/a)', [['https://example.com/a', 'https://example.com/a']]],
    ['https://example.com/a_(b)', [['https://example.com/a_(b)', 'https://example.com/a_(b)']]],
    ['👩‍👩‍👧‍👦 ü example.com/x, yes', [['example.com/x', 'https://example.com/x']]],
    ['HTTPS://EXAMPLE.COM', [['HTTPS://EXAMPLE.COM', 'HTTPS://EXAMPLE.COM']]],
    ['readme.md and a.b.notadomain and 1.2', [['readme.md', 'https://readme.md']]],
    ['https:// and https://) and end.Next', []],
    ['javascript:alert(1) xhttps://example.com', []],
    ['Hi @Ada.bsky.social, hello', [['@Ada.bsky.social', 'ada.bsky.social']]],
    [
      "(@ada.test)'s @grace.test's",
      [
        ['@ada.test', 'ada.test'],
        ['@grace.test', 'grace.test'],
      ],
    ],
    ['@ada @-a.com @a..com mail@ada.test @ada@mastodon.social', []],
    [
      '#eins #zwei_2! #3 #4a ＃東京。',
      [
        ['#eins', 'eins'],
        ['#zwei_2', 'zwei_2'],
        ['#4a', '4a'],
        ['＃東京', '東京'],
      ],
    ],
    ['a#b (#c) # #! #️⃣', []],
    [`#${'a'.repeat(64)} #${'b'.repeat(65)}`, [[`#${'a'.repeat(64)}`, 'a'.repeat(64)]]],
    ['$aapl, $TOOLONG $5', [['$aapl', '$AAPL']]],
    ['', []],
  ])('%s', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it('never overlaps and stays within the text', () => {
    const pieces = fc.constantFrom(
      '@',
      '#',
      '$',
      '.',
      'a',
      'com',
      'https://',
      ' ',
      '(',
      ')',
      '👩‍👩‍👧',
      'é',
      '\ud800',
      '-',
      '1',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (all) => {
        const text = all.join('');
        let end = 0;
        for (const { byteStart, byteEnd } of stretchesIn(text)) {
          expect(byteStart).toBeGreaterThanOrEqual(end);
          expect(byteEnd).toBeGreaterThan(byteStart);
          end = byteEnd;
        }
        expect(end).toBeLessThanOrEqual(Buffer.byteLength(text));
      }),
      { numRuns: 500 },
    );
  });
});
