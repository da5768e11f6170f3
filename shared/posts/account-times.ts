import type { Temporal } from 'temporal-polyfill';
import type { PostingHours } from './scheduling.ts';

/** An account that a post goes to; `posting_times` are its own, null for none (public.post_accounts). */
export type TimedAccount = { id: string; platform: string; posting_times: readonly number[] | null };

/** A post with a time, and where it goes; `accounts` is null without a choice. */
export type PlacedPost = { time: Temporal.Instant; platforms: readonly string[]; accounts: readonly string[] | null };

/**
 * By what a post for these accounts is planned: by all times that accounts among them have of their own; where none has,
 * by the workspace's. An account's own times are taken only by posts that go to one of the same accounts.
 */
export function hoursOfAccounts(hours: PostingHours, accounts: readonly TimedAccount[]): PostingHours {
  const times = [...new Set(accounts.flatMap(({ posting_times }) => posting_times ?? []))].sort((a, b) => a - b);
  return times.length > 0 ? { ...hours, times, accounts } : hours;
}

/** The posts whose times are taken for one that is planned by `hours`; the rule of private.goes_to. */
export function takenFor<P extends PlacedPost>({ accounts }: PostingHours, posts: readonly P[]): readonly P[] {
  if (!accounts) return posts;
  return posts.filter((post) =>
    accounts.some(
      ({ id, platform }) => post.platforms.includes(platform) && (post.accounts === null || post.accounts.includes(id)),
    ),
  );
}
