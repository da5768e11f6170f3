import { expect, test } from 'vitest';
import { isNearDuplicate } from '../../../../../server/generation/writers/text/similarity.ts';

const CAPTION =
  'Worth knowing:\n\nA simple kitchen scale removes the guesswork and costs less than a bag of good flour.';

test.each([
  ['the same text', CAPTION, CAPTION, true],
  ['other case, accents, hashtags and links', CAPTION, `${CAPTION.toUpperCase()} #Baking https://a.example/`, true],
  ['another hook', CAPTION, CAPTION.replace('Worth knowing:', 'One for your notes:'), true],
  [
    'one within the other',
    CAPTION,
    `${CAPTION} Once every ingredient is weighed, a recipe becomes something to repeat.`,
    true,
  ],
  [
    'another sentence under the same hook',
    CAPTION,
    'Worth knowing:\n\nBread goes stale because its starch turns crystalline again.',
    false,
  ],
  ['nothing beside something', '', CAPTION, false],
  ['Japanese', 'パンは生きている。毎朝焼きます。', 'パンは生きている。毎朝焼きます！', true],
])('%s', (_, a, b, expected) => {
  expect(isNearDuplicate(a, b)).toBe(expected);
  expect(isNearDuplicate(b, a)).toBe(expected);
});
