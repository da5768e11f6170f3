import { describe, expect, test } from 'vitest';
import { loadFonts } from '../../../../../server/generation/cards/fonts/font-set.ts';
import { lineStarts } from '../../../../../server/generation/cards/layout/line-breaks.ts';
import { paragraphOf } from '../../../../../server/generation/cards/layout/paragraph.ts';

/** A text in the parts that stay on one line. */
function partsOf(text: string): string[] {
  const starts = [0, ...lineStarts(text)];
  return starts.map((start, index) => text.slice(start, starts[index + 1]).trimEnd());
}

async function linesOf(text: string, em: number): Promise<string[]> {
  const paragraph = paragraphOf(text, false, { weight: 700, tracking: 0 }, await loadFonts(text));
  return paragraph.wrap(em).map(({ start, end }) => text.slice(start, end));
}

describe('a line may begin', () => {
  test.each([
    ['between words', 'Bread is alive', ['Bread', 'is', 'alive']],
    ['behind a hyphen', 'a well-known thing', ['a', 'well-', 'known', 'thing']],
    ['but not in front of a sign of its own', 'Vraiment ? Oui !', ['Vraiment ?', 'Oui !']],
    ['nor inside a number', 'from 1,000.50 on', ['from', '1,000.50', 'on']],
    [
      'between Japanese phrases, endings and marks kept',
      'パンは生きている。だから違う。',
      ['パンは', '生きている。', 'だから', '違う。'],
    ],
    ['outside of Japanese brackets', '彼は「はい」と言った', ['彼は', '「はい」と', '言った']],
    ['between Chinese words', '你好世界', ['你好', '世界']],
    ['between Thai words', 'ขนมปังที่ดี', ['ขนมปัง', 'ที่', 'ดี']],
    ['only at spaces in Korean', '좋은 빵은 인내심에서', ['좋은', '빵은', '인내심에서']],
  ])('%s', (_, text, parts) => expect(partsOf(text)).toEqual(parts));
});

test('no line begins with a mark that ends a phrase, however narrow lines are', async () => {
  const text = 'なるほど、それは「とても」おもしろいですね。そうでしょう、みなさん！';
  for (let em = 3; em < 20; em += 0.5) {
    for (const line of await linesOf(text, em)) expect(line).not.toMatch(/^[、。！」ー]/);
  }
});

test('lines are never wider than they may be, and no word is lost or cut', async () => {
  const text = 'Muscle responds to training at every age, and beginners often notice the first change.';
  for (let em = 6; em < 30; em += 1) {
    expect((await linesOf(text, em)).join(' ')).toBe(text);
  }
});

test('a word that is wider than a line is broken into pieces that are not', async () => {
  const text = 'Donaudampfschifffahrtsgesellschaft';
  const paragraph = paragraphOf(text, false, { weight: 700, tracking: 0 }, await loadFonts(text));
  const lines = paragraph.wrap(5);
  expect(lines.every(({ width }) => width <= 5)).toBe(true);
  expect(lines.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
});
