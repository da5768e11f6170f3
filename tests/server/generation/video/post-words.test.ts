import { expect, test } from 'vitest';
import { captionLines } from '../../../../server/generation/video/post-words.ts';

test.each([
  ['hashtags at its end', 'Grind coarser #coffee #pour_over＃朝', 'Grind coarser'],
  ['hashtags within it', 'The #AeroPress travels well.', 'The #AeroPress travels well.'],
  ['thousands of hashtags that end in something else', `Go ${'#a'.repeat(9_000)}!`, `Go ${'#a'.repeat(9_000)}!`],
])('a line with %s', (_, caption, text) => {
  expect(captionLines(caption)).toEqual([{ text, mark: null }]);
});

test('a line of hashtags alone says nothing', () => {
  expect(captionLines('Grind coarser\n\n#coffee #pourover')).toEqual([{ text: 'Grind coarser', mark: null }]);
});
