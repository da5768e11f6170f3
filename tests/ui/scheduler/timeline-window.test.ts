import { expect, it } from 'vitest';
import { PAGE_SIZE, timelineStart } from '@/features/scheduler/timeline-window.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const hoursFromNow = (hours: number) => ({ scheduled_time: new Date(NOW.getTime() + hours * 3_600_000).toISOString() });
const posts = (past: number, coming: number) =>
  Array.from({ length: past + coming }, (_, index) => hoursFromNow(index - past));

it('shows a timeline that fits one page from its start', () => {
  expect(timelineStart([], NOW)).toBe(0);
  expect(timelineStart(posts(40, 10), NOW)).toBe(0);
});

it('begins a long one shortly before what comes next', () => {
  expect(timelineStart(posts(100, 30), NOW)).toBe(95);
  expect(timelineStart(posts(2, 200), NOW)).toBe(0);
});

it('shows the last page of a long one that is all past', () => {
  expect(timelineStart(posts(120, 0), NOW)).toBe(120 - PAGE_SIZE);
});
