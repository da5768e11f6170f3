import { expect, test } from 'vitest';
import { deletionTime } from '../../shared/content-retention.ts';

const draft = { created_at: '2031-01-01T10:00:00Z', saved_at: null, status: 'draft', scheduled_posts: [] } as const;

test('an unsaved draft is deleted 7 days after it was made', () => {
  expect(deletionTime(draft)?.toISOString()).toBe('2031-01-08T10:00:00.000Z');
  expect(deletionTime({ ...draft, scheduled_posts: [{ status: 'cancelled' }] })).not.toBeNull();
});

test.each([
  ['saved', { saved_at: '2031-01-02T10:00:00Z' }],
  ['scheduled', { scheduled_posts: [{ status: 'scheduled' }] }],
  ['published', { status: 'published' }],
] as const)('what is %s is kept', (_, change) => {
  expect(deletionTime({ ...draft, ...change })).toBeNull();
});
