import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { changeCachedPost, rowsOf } from '@/features/scheduler/cached-lists.ts';
import { countOf, labelsIn } from '@/features/scheduler/filters/counts.ts';
import { EMPTY_FILTER, termsOf } from '@/features/scheduler/filters/filters.ts';
import type { ScheduledPost } from '@/features/scheduler/queries.ts';
import type { CountsRow } from '../../../shared/workspace/database.ts';

const row = { project_id: null, labels: null };
const rows: CountsRow[] = [
  { ...row, status: 'draft', platforms: [], count: 1 },
  { ...row, status: 'draft', platforms: ['instagram', 'twitter'], labels: ['winter', 'bread'], count: 20 },
  { ...row, status: 'needs_review', platforms: ['twitter'], count: 300 },
  { ...row, status: 'failed', platforms: ['twitter'], labels: ['bread'], count: 4000 },
];

test('all posts are counted once, and those of each tab', () => {
  expect(countOf(rows, EMPTY_FILTER)).toBe(4321);
  expect([countOf(rows, EMPTY_FILTER, 'drafts'), countOf(rows, EMPTY_FILTER, 'turn')]).toEqual([21, 4300]);
});

test('a post counts for each of its platforms and labels', () => {
  expect(countOf(rows, { ...EMPTY_FILTER, platform: 'instagram' })).toBe(20);
  expect(countOf(rows, { ...EMPTY_FILTER, platform: 'twitter', label: 'bread' }, 'drafts')).toBe(20);
  expect(labelsIn(rows)).toEqual(['bread', 'winter']);
});

test('a search is for each of its words, as they are written', () => {
  expect(termsOf('  rye 100%_ ')).toEqual(['%rye%', '%100\\%\\_%']);
});

const post = (id: string, scheduled_time: string) => ({ id, scheduled_time, status: 'scheduled' }) as ScheduledPost;
const first = post('first', '2031-01-01T09:00:00Z');
const second = post('second', '2031-01-02T09:00:00Z');

test('a row that two pages hold, because rows came in between, is shown once', () => {
  const page = (rows: ScheduledPost[]) => ({ rows, from: 0, total: 2 });
  const pages = [page([first]), page([first, second])];
  expect(rowsOf({ pages, pageParams: [] }).map(({ id }) => id)).toEqual(['first', 'second']);
});

test('a change is seen in the calendar, in the order of time, and can be taken back', () => {
  const client = new QueryClient();
  const span = ['scheduled_posts', 'span', {}];
  client.setQueryData(span, [first, second]);
  client.setQueryData(['scheduled_posts', 'counts'], 'untouched');

  const takeBack = changeCachedPost(client, 'first', { scheduled_time: '2031-01-03T09:00:00Z' });
  expect(client.getQueryData(span)).toEqual([second, { ...first, scheduled_time: '2031-01-03T09:00:00Z' }]);
  expect(client.getQueryData(['scheduled_posts', 'counts'])).toBe('untouched');

  takeBack();
  expect(client.getQueryData(span)).toEqual([first, second]);
});
