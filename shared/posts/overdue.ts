import type { PostStatus } from '../workspace/database.ts';

/** A running agent sends a post within a minute or two of its time; one that waits longer than this was missed. */
const OVERDUE_AFTER_MS = 5 * 60 * 1000;

/** Whether a post is still waiting after its time (ISO 8601). */
export function isOverdue(post: { status: PostStatus; scheduled_time: string }, now: Date): boolean {
  return post.status === 'scheduled' && Date.parse(post.scheduled_time) < overdueBefore(now).getTime();
}

/** Posts due before this time that are still waiting are overdue. */
export function overdueBefore(now: Date): Date {
  return new Date(now.getTime() - OVERDUE_AFTER_MS);
}
