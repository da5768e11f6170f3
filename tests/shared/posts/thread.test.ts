import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitThread, THREAD_PARTS_MAX, threadParts } from '../../../shared/posts/thread.ts';
import { asOnePost, joinParts, writtenParts } from '../../../shared/posts/thread-parts.ts';
import { isFull } from '../../helpers/depth.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const graphemes = (text: string) => [...segmenter.segment(text)].length;
/** Mastodon's way of counting: a link counts as 23. */
const withShortLinks = (text: string) => graphemes(text.replace(/https?:\/\/\S+/g, 'x'.repeat(23)));
/** Bluesky's way of counting, which also limits the bytes. */
const withBytes = (text: string) => Math.max(graphemes(text), Math.ceil(Buffer.byteLength(text) / 10));
const withoutSpace = (text: string) => text.replace(/\s+/g, '');

const partsOf = (text: string, limit: number, count = graphemes) => {
  const { parts, rest } = splitThread(text, limit, count);
  expect(rest).toBe('');
  return parts;
};

describe('a text that fits', () => {
  it('stays as it is, white space and all', () =>
    expect([partsOf('  Hello\n\nyou. ', 300), partsOf('', 300)]).toEqual([['  Hello\n\nyou. '], ['']]));

  it('may be longer than the limit in anything but what the platform counts', () => {
    expect(partsOf('👩‍👩‍👧‍👦'.repeat(10), 10)).toHaveLength(1);
    expect(partsOf(`See ${`https://example.com/${'a'.repeat(20_000)}`} now`, 40, withShortLinks)).toHaveLength(1);
  });
});

describe('a thread that was written as parts', () => {
  const parts = (...written: string[]) => threadParts(joinParts(written), 10, graphemes);

  it('goes out as those, each cut only where it alone is too long, without the empty ones', () => {
    expect(parts('One', ' ', 'Two two', 'three four five\n')).toEqual({
      parts: ['One', 'Two two', 'three four', 'five'],
      rest: '',
    });
    expect(parts('  One ')).toEqual({ parts: ['  One '], rest: '' });
    expect(parts('One', '')).toEqual({ parts: ['One'], rest: '' });
  });

  it('has as many parts as a thread may have', () => {
    const { parts: sent, rest } = parts(...Array.from({ length: THREAD_PARTS_MAX + 1 }, (_, place) => `Post ${place}`));
    expect([sent.length, rest]).toEqual([THREAD_PARTS_MAX, `Post ${THREAD_PARTS_MAX}`]);
  });

  it('is read as it was written, white space and all, and is paragraphs where there are no threads', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.string().filter((part) => !part.includes('\f')),
          { minLength: 1 },
        ),
        (written) => {
          expect(writtenParts(joinParts(written))).toEqual(written);
        },
      ),
    );
    expect(asOnePost(joinParts(['One\n', '', 'Two']))).toBe('One\n\nTwo');
  });
});

describe('where a text is cut', () => {
  it.each([
    ['the end of a paragraph', 30, ['One two. Three four.', '\n\n', 'Five six. Seven eight. Nine.']],
    ['else of a sentence', 35, ['Mr. Smith went home at 5.', ' ', 'He slept well there.']],
    ['not behind an opening parenthesis, nor before a comma', 9, ['aaa bbb', ' ', '(ccc,', ' ', 'ddd)']],
    ['with their marks', 2, ['e\u0301e\u0301', '', 'e\u0301e\u0301', '', 'e\u0301']],
  ])('is %s', (_where, limit, pieces) =>
    expect(partsOf(pieces.join(''), limit)).toEqual(pieces.filter((_, place) => place % 2 === 0)),
  );

  it('else of a word, also in a language without blanks', () => {
    expect(partsOf('one two three four five', 10)).toEqual(['one two', 'three four', 'five']);
    const parts = partsOf('私は東京の大学で日本語を勉強しています', 8);
    expect(parts.join('')).toBe('私は東京の大学で日本語を勉強しています');
    const words = [...new Intl.Segmenter('ja', { granularity: 'word' }).segment(parts.join(''))];
    const ends = parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('').length);
    for (const end of ends) expect(words.map(({ index }) => index)).toContain(end);
  });

  it('is not soon after the beginning only because a paragraph ends there', () =>
    expect(partsOf(`Hi!\n\n${'word '.repeat(12)}`.trim(), 40)).toHaveLength(2));

  it.each([
    ...['https://example.com/a-b?c=d.Ef!Gh', '@ada.bsky.social', '@ada@mastodon.example'],
    ...['ada@example.com'],
  ])('is never within %s', (whole) => {
    for (let before = 0; before < 20; before += 1) {
      const text = `${'x'.repeat(before)} ${whole} and more`;
      expect(partsOf(text, whole.length).some((part) => part.includes(whole))).toBe(true);
    }
  });

  it('may be within a link that alone is over the limit', () => {
    const link = `https://example.com/${'a'.repeat(100)}`;
    expect(partsOf(`See ${link}`, 50).slice(1).join('')).toBe(link);
  });

  it('may be within a grapheme that alone is over the limit', () => {
    const sign = `e${'\u0301'.repeat(2000)}`;
    const parts = partsOf(sign, 300, withBytes);
    expect(parts.join('')).toBe(sign);
    for (const part of parts) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(3000);
  });
});

describe('any text', () => {
  const pieces = fc.constantFrom(
    'word',
    'Ende.',
    ' ',
    '\n',
    '\n\n',
    '  ',
    'https://example.com/path?q=a.B',
    '#tag',
    '@ada.example.com',
    'example.org/x',
    '👩‍👩‍👧‍👦',
    '🇩🇪',
    'e\u0301',
    '東京の大学',
    'ไทยภาษา',
    '(',
    '"',
    ',',
    '!',
    '\u0301',
    '\u200d',
    '\ud800',
  );
  const texts = fc.oneof(
    fc.array(pieces, { maxLength: 80 }).map((all) => all.join('')),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.string({ unit: 'binary', maxLength: 300 }),
  );

  it.each([
    ['graphemes', graphemes],
    ['short links', withShortLinks],
    ['bytes', withBytes],
  ])('loses nothing and stays within the limit: %s', (_, count) =>
    fc.assert(
      fc.property(texts, fc.integer({ min: 5, max: 60 }), (text, limit) => {
        const { parts, rest } = splitThread(text, limit, count);
        expect(withoutSpace(parts.join('') + rest)).toBe(withoutSpace(text));
        expect(parts.length).toBeLessThanOrEqual(THREAD_PARTS_MAX);
        for (const part of parts) expect(count(part)).toBeLessThanOrEqual(limit);
        if (parts.length > 1) for (const part of parts) expect(part.trim()).not.toBe('');
      }),
      { numRuns: isFull ? 300 : 100 },
    ),
  );

  it('that is too long for a thread says so', () => {
    const { parts, rest } = splitThread('word '.repeat(3000), 300, graphemes);
    expect(parts).toHaveLength(THREAD_PARTS_MAX);
    expect(rest.length).toBeGreaterThan(1000);
  });

  it.each([
    ['blanks', ' '],
    ['marks', '\u0301'],
    ['links', 'https://'],
    ['emoji', '👩‍👩‍👧‍👦'],
  ])('of 300 kB is looked at a few times only: %s', (_, sign) => {
    let looked = 0;
    const count = (text: string) => {
      looked += text.length;
      return Math.ceil(text.length / 11);
    };
    splitThread(sign.repeat(300_000 / sign.length), 300, count);
    expect(looked).toBeLessThan(1_500_000);
  });
});
