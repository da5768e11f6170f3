import type { ContentStatus, PostStatus } from './database.ts';

/** Unsaved generated content is deleted after this many days (§9), where auto-delete is on. */
export const UNSAVED_CONTENT_TTL_DAYS = 7;

const DAY_MS = 24 * 60 * 60 * 1000;

/** What decides whether a piece of content may be deleted by itself; timestamps are ISO 8601. */
type Retained = {
  created_at: string;
  saved_at: string | null;
  status: ContentStatus;
  scheduled_posts: readonly { status: PostStatus }[];
};

/** When the clean-up deletes a piece of content; null for what it keeps: all that is saved, no draft any more, or has a place in the timeline. */
export function deletionTime({ created_at, saved_at, status, scheduled_posts }: Retained): Date | null {
  const isPlaced = scheduled_posts.some((post) => post.status !== 'cancelled');
  if (saved_at !== null || status !== 'draft' || isPlaced) return null;
  return new Date(Date.parse(created_at) + UNSAVED_CONTENT_TTL_DAYS * DAY_MS);
}
