import type { Temporal } from 'temporal-polyfill';
import type { PostingHours } from './scheduling.ts';

/** An account that a post goes to; `posting_times` are its own, null if it has none (public.post_accounts). */
export type TimedAccount = { id: string; platform: string; posting_times: readonly number[] | null };

/** A post's time and destinations; `accounts` is null for every account of the platforms. */
export type PlacedPost = { time: Temporal.Instant; platforms: readonly string[]; accounts: readonly string[] | null };

/**
 * The posting times for a post to these accounts: all of the accounts' own times together, or the workspace's if none
 * of them has any. An account's own time is taken only by a post to one of the same accounts.
 */
export function hoursOfAccounts(hours: PostingHours, accounts: readonly TimedAccount[]): PostingHours {
  const times = [...new Set(accounts.flatMap(({ posting_times }) => posting_times ?? []))].sort((a, b) => a - b);
  return times.length > 0 ? { ...hours, times, accounts } : hours;
}

/** The posts that occupy their times for a post planned by these hours. private.goes_to has the same rule. */
export function takenFor<P extends PlacedPost>({ accounts }: PostingHours, posts: readonly P[]): readonly P[] {
  if (!accounts) return posts;
  return posts.filter((post) =>
    accounts.some(
      ({ id, platform }) => post.platforms.includes(platform) && (post.accounts === null || post.accounts.includes(id)),
    ),
  );
}
