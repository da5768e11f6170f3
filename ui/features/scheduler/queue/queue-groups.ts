import type { ScheduledPost } from '@/features/scheduler/queries.ts';

/** A group of posts in the queue. `start` is the start of an hour in the zone, in milliseconds. */
export type QueueGroup = { posts: ScheduledPost[] } & ({ kind: 'needs_you' | 'now' } | { kind: 'hour'; start: number });

const HOUR_MS = 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

/**
 * Groups the queue: first what needs the user, then what is due, then by hour in a zone (IANA name). `posts` are in
 * order of time.
 */
export function queueGroups(posts: readonly ScheduledPost[], now: Date, timeZone: string): QueueGroup[] {
  const needsYou = posts.filter(({ status }) => status === 'needs_review' || status === 'failed');
  const due: ScheduledPost[] = [];
  const hours = new Map<number, ScheduledPost[]>();
  const hourOf = hourStartIn(timeZone);
  for (const post of posts) {
    if (needsYou.includes(post)) continue;
    const next = nextTimeOf(post);
    if (next <= now.getTime()) due.push(post);
    else hours.set(hourOf(next), [...(hours.get(hourOf(next)) ?? []), post]);
  }
  return [
    ...(needsYou.length > 0 ? [{ kind: 'needs_you' as const, posts: needsYou }] : []),
    ...(due.length > 0 ? [{ kind: 'now' as const, posts: due }] : []),
    ...[...hours].sort(([a], [b]) => a - b).map(([start, ofHour]) => ({ kind: 'hour' as const, start, posts: ofHour })),
  ];
}

/** The next time a post is sent: its own, or the first retry of a delivery. */
function nextTimeOf({ status, scheduled_time, post_deliveries }: ScheduledPost): number {
  if (status === 'scheduled') return Date.parse(scheduled_time);
  const open = post_deliveries.filter(
    ({ state }) => state === 'pending' || state === 'preparing' || state === 'publishing',
  );
  return Math.min(...open.map(({ retry_after }) => (retry_after ? Date.parse(retry_after) : 0)));
}

/** The start of a time's hour. Zone offsets are whole minutes, some with half an hour. */
function hourStartIn(timeZone: string): (time: number) => number {
  const minutes = new Intl.DateTimeFormat('en-US', { minute: 'numeric', timeZone });
  return (time) => {
    const wholeMinute = Math.floor(time / MINUTE_MS) * MINUTE_MS;
    return wholeMinute - ((Number(minutes.format(time)) * MINUTE_MS) % HOUR_MS);
  };
}
