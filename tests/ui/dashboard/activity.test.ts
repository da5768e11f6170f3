import { describe, expect, it } from 'vitest';
import { ACTIVITY_LIMIT, type ActivityRows, mergeActivity } from '../../../ui/features/dashboard/activity.ts';

const nothing: ActivityRows = { projects: [], contents: [], posts: [], accounts: [] };
const at = (minute: number) => `2026-11-21T10:${String(minute).padStart(2, '0')}:00.000Z`;
/** The activity as shown at 10:59. */
const listed = (rows: ActivityRows, now = new Date(at(59))) => mergeActivity(rows, now);
const content = (id: string, minute: number, caption = 'A caption') => ({
  id,
  created_at: at(minute),
  caption,
  status: 'draft' as const,
});
const post = (id: string, minute: number, contentId: string) => ({
  id,
  updated_at: at(minute),
  status: 'scheduled' as const,
  scheduled_time: '2026-11-22T09:00:00.000Z',
  generated_content: { id: contentId, caption: 'A caption' },
});

describe('recent activity', () => {
  it('merges every kind, newest first', () => {
    const merged = listed({
      projects: [{ id: 'p', created_at: at(1), niche_name: 'Night trains' }],
      contents: [content('c', 4)],
      posts: [post('s', 3, 'other')],
      accounts: [{ id: 'a', created_at: at(2), account_label: 'IG_Main' }],
    });
    expect(merged.map(({ happened, subject, path }) => [happened, subject, path])).toEqual([
      ['Post written', 'A caption', '/scheduler'],
      ['Post scheduled', 'A caption', '/scheduler'],
      ['Account added', 'IG_Main', '/accounts'],
      ['Project created', 'Night trains', '/create'],
    ]);
  });

  it('tells a scheduled post once, with its time, and not also as content', () => {
    const merged = listed({ ...nothing, contents: [content('c', 1)], posts: [post('s', 2, 'c')] });
    expect(merged).toHaveLength(1);
    expect(merged[0]).toMatchObject({ happened: 'Post scheduled', scheduledTime: '2026-11-22T09:00:00.000Z' });
  });

  it.each([
    ['published', 'post'],
    ['failed', 'stopped'],
    ['needs_review', 'turn'],
  ] as const)('marks a post that is %s as %s, without the time that it was planned for', (status, kind) => {
    const [entry] = listed({ ...nothing, posts: [{ ...post('s', 2, 'c'), status }] });
    expect(entry).toMatchObject({ kind, scheduledTime: undefined });
  });

  it('calls a post overdue that still waits after its time', () => {
    const rows = { ...nothing, posts: [post('s', 2, 'c')] };
    expect(listed(rows, new Date('2026-11-22T09:04:00Z'))[0]).toMatchObject({ happened: 'Post scheduled' });
    expect(listed(rows, new Date('2026-11-22T09:06:00Z'))[0]).toMatchObject({
      kind: 'stopped',
      happened: 'Post overdue',
    });
  });

  it.each([
    ['In numbers:\n\nA starter doubles in five hours.', 'A starter doubles in five hours.'],
    ['In numbers:', 'In numbers:'],
    ['Your shopping list for three loaves of sourdough:\nflour', 'Your shopping list for three loaves of sourdough:'],
  ])('names %j by what it says, not by its opening', (caption, title) => {
    expect(listed({ ...nothing, contents: [content('c', 1, caption)] })[0]?.subject).toBe(title);
  });

  it('keeps the newest of many', () => {
    const contents = Array.from({ length: 20 }, (_, minute) => content(`c${minute}`, minute));
    const merged = listed({ ...nothing, contents });
    expect(merged).toHaveLength(ACTIVITY_LIMIT);
    expect(merged[0]?.id).toBe('c19');
  });
});
