import { expect, it, test } from 'vitest';
import { EMPTY_POST, postFieldsSchema } from '../../../shared/posts/compose.ts';
import { refusalsOfSameText } from '../../../shared/posts/composing.ts';
import { deletionTime, hoursUntilPurge } from '../../../shared/posts/content-retention.ts';
import { postsToMake } from '../../../shared/posts/generation.ts';
import { storedFieldsSchema } from '../../../shared/posts/posts-api.ts';

test('says which platforms refuse the same text again, and no more than is documented', () =>
  expect(refusalsOfSameText(['bluesky', 'twitter', 'facebook', 'linkedin', 'mastodon'])).toEqual([
    'X/Twitter refuses a text that you posted recently. Change a few words for it.',
    'Facebook refuses the same text as in the previous post. Change a few words for it.',
  ]));

test('a text loses what the database cannot store, and nothing else', () => {
  const typed = { caption: 'A\0 loaf \uD83C of 🍞 bread' };
  expect(postFieldsSchema.partial().parse(typed)).toEqual({ caption: 'A loaf \uFFFD of 🍞 bread' });
});

test('hashtags may have their # or not', () => {
  const of = (hashtags: string[]) => ({ hashtags, alternatives: { bluesky: { caption: '', hashtags } } });
  expect(postFieldsSchema.partial().parse(of(['bread', '#bread', '＃rye']))).toEqual(of(['#bread', '#rye']));
});

test('bounds what a post may hold', () => {
  const fields = postFieldsSchema.partial();
  expect(fields.safeParse({ caption: 'x'.repeat(100_001) }).success).toBe(false);
  expect(fields.safeParse({ account_ids: [] }).success).toBe(false);
  expect(fields.safeParse({ media: Array(21).fill({ path: 'a', url: '/a', kind: 'image' }) }).success).toBe(false);
});

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

it.each([
  ['all that the day lacks', { reason: 'on_demand' as const }, 3, 0, 3],
  ['what is left of the day', { reason: 'on_demand' as const }, 3, 2, 1],
  ['at least one on demand, also on a full day', { reason: 'on_demand' as const }, 3, 7, 1],
  ['one for the autopilot', { reason: 'autopilot' as const }, 10, 0, 1],
  ['what the request names', { reason: 'autopilot' as const, count: 4 }, 10, 9, 4],
])('postsToMake is %s', (_, request, perDay, today, expected) =>
  expect(postsToMake(request, perDay, today)).toBe(expected),
);

test('a card whose address is none is refused when a post is written, and left out when one is read', () => {
  const link_card = { url: 'https://[', title: 'Bread', description: '', image: null };
  expect(postFieldsSchema.safeParse({ ...EMPTY_POST, link_card }).success).toBe(false);
  const stored = {
    id: crypto.randomUUID(),
    status: 'draft',
    brought_back: null,
    updated_at: '2026-11-25T00:00:00Z',
    post: null,
  };
  expect(storedFieldsSchema.parse({ ...EMPTY_POST, ...stored, link_card })).toMatchObject({ link_card: null });
});
