import { describe, expect, it } from 'vitest';
import { nearDuplicateInWords } from '../../../shared/memory/near-duplicate.ts';
import { snippetOf } from '../../../shared/memory/snippet.ts';

const shown = (text: string, query: string) =>
  snippetOf(text, query)
    .map(({ text: piece, isMatch }) => (isMatch ? `[${piece}]` : piece))
    .join('');

describe('a snippet', () => {
  it.each([
    ['Sourdough needs time', 'dough SOUR', '[Sourdough] needs time'],
    ['Une crème brûlée', 'creme', 'Une [crème] brûlée'],
    ['朝にパンを焼く', '焼く', '朝にパンを[焼][く]'],
    ['<script>bread</script>', 'bread', '<script>[bread]</script>'],
    ['', 'xyz', ''],
  ])('of %j for %j', (text, query, expected) => expect(shown(text, query)).toBe(expected));

  it('begins before the first match, and ends', () => {
    const found = shown(`${'before '.repeat(40)}here it is ${'after '.repeat(60)}`, 'here');
    expect(found).toMatch(/^…(before )+\[here\] it is (after )+after…$/);
    expect(found.length).toBeLessThan(230);
  });
});

describe('a near duplicate in words', () => {
  const zone = { timeZone: 'Europe/London', now: new Date('2026-11-26T12:00:00Z') };
  const post = {
    likeness: 0.8,
    isOut: true,
    platform: 'instagram',
    account: '@bakery',
    at: '2026-10-03T09:00:00Z',
  } as const;
  it.each([
    [post, 'Nearly the same as what @bakery posted on 3 Oct.'],
    [
      { ...post, likeness: 1, account: null, at: '2024-10-03T09:00:00Z' },
      'The same as what was published to Instagram on 3 Oct 2024.',
    ],
    [
      { ...post, isOut: false, at: '2026-12-03T09:00:00Z' },
      'Nearly the same as what will be published to @bakery on 3 Dec.',
    ],
    [{ ...post, at: null }, 'Nearly the same as what @bakery posted.'],
  ])('%j', (one, words) => expect(nearDuplicateInWords(one, zone)).toBe(words));
});
