import { expect, test } from 'vitest';
import { captionLines } from '../../../../server/generation/video/post-words.ts';

test.each([
  ['hashtags at its end', 'Grind coarser #coffee #pour_over＃朝', 'Grind coarser'],
  ['links and wide gaps', 'Read  this:\u3000https://slowpour.example/bitter #coffee', 'Read this:'],
  ['hashtags within it', 'The #AeroPress travels well.', 'The #AeroPress travels well.'],
  ['thousands of hashtags that end in something else', `Go ${'#a'.repeat(9_000)}!`, `Go ${'#a'.repeat(9_000)}!`],
  ['thousands of spaces', `Go${' '.repeat(19_000)}on!`, 'Go on!'],
])('a line with %s', (_, caption, text) => {
  expect(captionLines(caption)).toEqual([{ text, mark: null }]);
});

test('a line of hashtags alone says nothing', () => {
  expect(captionLines('Grind coarser\n\n#coffee #pourover')).toEqual([{ text: 'Grind coarser', mark: null }]);
});
