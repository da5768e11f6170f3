import type { ContentStatus, PostStatus } from '../workspace/database.ts';

/** Days after which an unsaved draft is deleted (§9), if auto-delete is on. */
export const UNSAVED_CONTENT_TTL_DAYS = 7;

/** How long deleted content can be restored; public.begin_purge has the same rule. */
const BIN_HOURS = 24;

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** The fields that decide about automatic deletion; timestamps are ISO 8601. */
type Retained = {
  created_at: string;
  saved_at: string | null;
  unsaved_since: string | null;
  status: ContentStatus;
  scheduled_posts: readonly { status: PostStatus }[];
};

/**
 * When the clean-up deletes content; null if it does not: it is saved, not a draft, or in the timeline.
 * public.bin_expired_content has the same rule.
 */
export function deletionTime({ created_at, unsaved_since, saved_at, status, scheduled_posts }: Retained): Date | null {
  const isPlaced = scheduled_posts.some((post) => post.status !== 'cancelled');
  if (saved_at !== null || status !== 'draft' || isPlaced) return null;
  const since = Math.max(Date.parse(created_at), unsaved_since === null ? 0 : Date.parse(unsaved_since));
  return new Date(since + UNSAVED_CONTENT_TTL_DAYS * DAY_MS);
}

/** Whole hours, rounded up, until content deleted at `deletedAt` (ISO 8601) is purged; at least 0. */
export function hoursUntilPurge(deletedAt: string, now: Date): number {
  const left = Date.parse(deletedAt) + BIN_HOURS * HOUR_MS - now.getTime();
  return Math.max(0, Math.ceil(left / HOUR_MS));
}
