import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { changeCachedPost, rowsOf } from '@/features/scheduler/cached-lists.ts';
import type { ScheduledPost } from '@/features/scheduler/queries.ts';

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
