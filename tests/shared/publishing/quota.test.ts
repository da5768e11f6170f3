import { expect, it } from 'vitest';
import { leftInWords } from '../../../shared/publishing/quota.ts';

it.each([
  ['posts', 97, '97 posts'],
  ['posts', 1, '1 post'],
  ['files', 1200, '1,200 pictures and videos'],
  ['videos', 0, '0 videos'],
  ['videoBytes', 52_400_000, '52.4 MB of video'],
  ['mills', 4500, '$4.50 this month'],
  ['mills', -20, '$0.00 this month'],
] as const)('%s: %i is written as %s', (of, left, words) =>
  expect(leftInWords({ of, left, until: null, words: null })).toBe(words),
);
