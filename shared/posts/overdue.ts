import type { PostStatus } from '../workspace/database.ts';

/** An agent that runs sends a post within a minute or two of its time; after this nothing has sent it. */
const OVERDUE_AFTER_MS = 5 * 60 * 1000;

/** True where a post still waits although its time (ISO 8601) has passed. */
export function isOverdue(post: { status: PostStatus; scheduled_time: string }, now: Date): boolean {
  return post.status === 'scheduled' && Date.parse(post.scheduled_time) < overdueBefore(now).getTime();
}

/** Posts that were due before this moment and still wait are overdue. */
export function overdueBefore(now: Date): Date {
  return new Date(now.getTime() - OVERDUE_AFTER_MS);
}
