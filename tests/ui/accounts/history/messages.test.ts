import { expect, it } from 'vitest';
import { countsLine } from '@/features/accounts/history/messages.ts';

it.each([
  [{ postsSeen: 12, storiesSeen: 3, reelsSeen: 2, likes: 0 }, '12 posts, 3 stories, 2 Reels, no likes'],
  [{ postsSeen: 1, storiesSeen: 1, reelsSeen: 1, likes: 1 }, '1 post, 1 story, 1 Reel, 1 like'],
])('tells %o in a line', (counts, line) => {
  expect(countsLine({ ...counts, seconds: 600 })).toBe(line);
});
