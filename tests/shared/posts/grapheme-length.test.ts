import { describe, expect, test } from 'vitest';
import { blueskyLength, graphemeLength, mastodonLength } from '../../../shared/posts/grapheme-length.ts';

const FAMILY = '👩‍👩‍👧‍👦';

test.each([
  ['', 0],
  ['Bread\n#bread', 12],
  ['a\r\nb', 3],
  ['Cafe\u0301', 4],
  [`${FAMILY}🇫🇷👍🏽`, 3],
  ['パンを焼く', 5],
  ['ที่นี่', 2],
])('%j has %i signs', (text, length) => {
  expect(graphemeLength(text)).toBe(length);
  expect(blueskyLength(text)).toBe(length);
  expect(mastodonLength(text)).toBe(length);
});

describe('Bluesky', () => {
  test('counts a link as it stands', () => expect(blueskyLength('https://example.com/bread')).toBe(25));

  test('takes 3000 bytes and no more, however few signs they are', () => {
    const most = FAMILY.repeat(120);
    expect(new TextEncoder().encode(most)).toHaveLength(3000);
    expect([blueskyLength(most), blueskyLength(`${most}x`)]).toEqual([120, 301]);
  });
});

describe('Mastodon', () => {
  test.each([
    ['https://example.com/a/very/long/path?with=a&query#and-more', 23],
    ['Read http://a.co, please', 5 + 23 + 8],
    ['example.com', 11],
    ['@ada@mastodon.example', 4],
    ['Ask @ada.l@mastodon.example.', 4 + 6 + 1],
    ['(@ada@a.example @bob@b.example)', 1 + 4 + 1 + 4 + 1],
    ['@ada', 4],
    ['ada@mastodon.example', 20],
    ['https://mastodon.social/@ada@a.example/1', 23],
    [`${FAMILY} https://example.com ${FAMILY}`, 27],
  ])('counts %j as %i', (text, length) => expect(mastodonLength(text)).toBe(length));

  test.each(['@a.'.repeat(50_000), `@${'a'.repeat(100_000)}`, `@a@${'a.'.repeat(50_000)}`, 'https://'.repeat(20_000)])(
    'is quick with what looks like a name or a link without end',
    (text) => {
      // A search that takes the square of its length would not end in a test's time.
      expect(mastodonLength(text)).toBeGreaterThan(0);
    },
  );
});

test('a text of any length is counted in proportion to it', () => {
  expect(graphemeLength('👩x'.repeat(300_000))).toBe(600_000);
  expect(mastodonLength(`${'é\u0301'.repeat(100_000)}\0`)).toBe(100_001);
});
