import { expect, test } from 'vitest';
import { deletionTime, hoursUntilPurge } from '../../../shared/posts/content-retention.ts';

const draft = {
  created_at: '2031-01-01T10:00:00Z',
  saved_at: null,
  unsaved_since: null,
  status: 'draft',
  scheduled_posts: [],
} as const;

test('an unsaved draft is deleted 7 days after it was made, or became one', () => {
  expect(deletionTime(draft)?.toISOString()).toBe('2031-01-08T10:00:00.000Z');
  expect(deletionTime({ ...draft, scheduled_posts: [{ status: 'cancelled' }] })).not.toBeNull();
  const unsaved = { ...draft, unsaved_since: '2031-03-01T10:00:00Z' };
  expect(deletionTime(unsaved)?.toISOString()).toBe('2031-03-08T10:00:00.000Z');
});

test.each([
  ['saved', { saved_at: '2031-01-02T10:00:00Z' }],
  ['scheduled', { scheduled_posts: [{ status: 'scheduled' }] }],
  ['published', { status: 'published' }],
] as const)('what is %s is kept', (_, change) => expect(deletionTime({ ...draft, ...change })).toBeNull());

test('what was deleted is gone for good after a day', () => {
  const hoursAt = (time: string) => hoursUntilPurge('2031-01-01T10:00:00Z', new Date(time));
  expect([hoursAt('2031-01-01T10:00:00Z'), hoursAt('2031-01-02T09:59:00Z')]).toEqual([24, 1]);
  expect([hoursAt('2031-01-02T10:00:00Z'), hoursAt('2031-01-02T11:30:00Z')]).toEqual([0, 0]);
});
