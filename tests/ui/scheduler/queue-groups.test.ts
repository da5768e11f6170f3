import { describe, expect, it } from 'vitest';
import type { DeliverySummary } from '@/domain/publishing/deliveries.ts';
import type { ScheduledPost } from '@/features/scheduler/queries.ts';
import { queueGroups } from '@/features/scheduler/queue/queue-groups.ts';
import type { PostStatus } from '../../../shared/workspace/database.ts';

const NOW = new Date('2031-01-16T10:20:00Z');

const post = (id: string, status: PostStatus, time: string, deliveries: Partial<DeliverySummary>[] = []) =>
  ({ id, status, scheduled_time: time, post_deliveries: deliveries }) as ScheduledPost;

const namesOf = (posts: ScheduledPost[], zone = 'UTC') =>
  queueGroups(posts, NOW, zone).map((group) => [
    group.kind === 'hour' ? new Date(group.start).toISOString().slice(11, 16) : group.kind,
    ...group.posts.map(({ id }) => id),
  ]);

describe('the queue', () => {
  it('has what needs the person first, then what is due, then the hours', () => {
    const posts = [
      post('failed', 'failed', '2031-01-15T10:00:00Z'),
      post('overdue', 'scheduled', '2031-01-16T09:00:00Z'),
      post('sending', 'publishing', '2031-01-16T10:00:00Z', [{ state: 'publishing', retry_after: null }]),
      post('yours', 'needs_review', '2031-01-16T10:10:00Z'),
      post('first', 'scheduled', '2031-01-16T10:50:00Z'),
      post('second', 'scheduled', '2031-01-16T10:55:00Z'),
      post('third', 'scheduled', '2031-01-16T12:00:00Z'),
    ];
    expect(namesOf(posts)).toEqual([
      ['needs_you', 'failed', 'yours'],
      ['now', 'overdue', 'sending'],
      ['10:00', 'first', 'second'],
      ['12:00', 'third'],
    ]);
  });

  it('has a post that is tried again later at that time, before later ones', () => {
    const posts = [
      post('again', 'publishing', '2031-01-16T10:00:00Z', [
        { state: 'published', retry_after: null },
        { state: 'pending', retry_after: '2031-01-16T11:30:00Z' },
      ]),
      post('next', 'scheduled', '2031-01-16T12:30:00Z'),
    ];
    expect(namesOf(posts)).toEqual([
      ['11:00', 'again'],
      ['12:00', 'next'],
    ]);
  });

  it('counts hours in the zone, also where it is half an hour off', () => {
    const posts = [post('a', 'scheduled', '2031-01-16T11:20:00Z'), post('b', 'scheduled', '2031-01-16T11:40:00Z')];
    expect(namesOf(posts, 'Asia/Kolkata')).toEqual([
      ['10:30', 'a'],
      ['11:30', 'b'],
    ]);
  });
});
