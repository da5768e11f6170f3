import { expect, test } from 'vitest';
import { PAGE_SIZE, timelineStart } from '@/features/scheduler/queries.ts';

test('a timeline that fits one page begins at its start', () => {
  expect(timelineStart(0, 0)).toBe(0);
  expect(timelineStart(PAGE_SIZE, 30)).toBe(0);
});

test('a long one begins shortly before what comes next', () => {
  expect(timelineStart(200, 120)).toBe(115);
  expect(timelineStart(200, 3)).toBe(0);
});

test('a long one that is all past begins with its last page', () => {
  expect(timelineStart(200, 200)).toBe(200 - PAGE_SIZE);
});
