import { expect, it } from 'vitest';
import { foldText } from '@/domain/posts/preview/folded-text.tsx';

const WORDS = 'Bread takes time. '.repeat(40).trim();

it.each([
  ['instagram', 125],
  ['facebook', 480],
] as const)('%s shows at most %i characters, in whole words', (platform, most) => {
  const shown = foldText(platform, WORDS) ?? '';
  expect(shown.length).toBeLessThanOrEqual(most);
  expect(shown.length).toBeGreaterThan(most - 10);
  expect(WORDS.startsWith(`${shown} `)).toBe(true);
});

it('shows all of what is short enough', () => {
  expect(foldText('instagram', 'x'.repeat(125))).toBeNull();
  expect(foldText('linkedin', 'Three\nshort\nlines')).toBeNull();
});

it('counts lines, too', () => {
  expect(foldText('linkedin', 'One\n\nTwo\n\nThree')).toBe('One\n\nTwo');
});

it('never cuts a sign in half', () => {
  expect(foldText('instagram', '👩‍👩‍👧‍👦'.repeat(130))).toBe('👩‍👩‍👧‍👦'.repeat(125));
});

it('cuts between the signs of scripts without blanks', () => {
  expect(foldText('instagram', 'パンを焼く時間'.repeat(30))).toHaveLength(125);
  expect(foldText('instagram', `Brot ${'パ'.repeat(200)}`)).toHaveLength(125);
});

it('X folds nothing, Bluesky and Mastodon only what has very many lines', () => {
  expect(foldText('twitter', WORDS)).toBeNull();
  const lines = Array.from({ length: 40 }, (_, index) => `${index + 1}`);
  expect(foldText('bluesky', lines.join('\n'))).toBe(lines.slice(0, 25).join('\n'));
  expect(foldText('mastodon', lines.join('\n'))).toBe(lines.slice(0, 32).join('\n'));
  expect(foldText('mastodon', WORDS)).toBeNull();
});
