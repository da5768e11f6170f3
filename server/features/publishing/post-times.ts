import { Temporal } from 'temporal-polyfill';
import type { PlacedPost, TimedAccount } from '../../../shared/posts/account-times.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';
import type { Client } from '../../supabase/connection.ts';
import { dataOf } from '../../supabase/could-not.ts';

/** Limit of posts opened per call. */
export const OPEN_AT_ONCE = 100;
/** Rows per page. Posting times are read in pages, enough for over a year of posts half an hour apart. */
export const PAGE = 1000;
const PAGES_MAX = 20;

/** A post that was not sent when it was due. */
export type LatePost = { id: string; time: Temporal.Instant; platforms: Platform[]; accounts: string[] | null };

/** Reads the times of posts and moves late ones. AppError unavailable if Supabase fails. */
export type PostTimes = {
  /** Scheduled posts due before that time, earliest first. */
  scheduledBefore(time: Temporal.Instant): Promise<LatePost[]>;
  /** The accounts that a post goes to, with their own posting times. */
  accountsOf(post: Pick<LatePost, 'platforms' | 'accounts'>): Promise<TimedAccount[]>;
  /** The posts due from then on. */
  takenFrom(time: Temporal.Instant): Promise<PlacedPost[]>;
  /** Moves a post that is still scheduled at `from`; returns false otherwise. */
  move(id: string, from: Temporal.Instant, to: Temporal.Instant): Promise<boolean>;
  /**
   * When the next post or retry after `time` is due; null if there is none. Those due earlier wait for something else:
   * a channel, a retry, another agent.
   */
  nextTime(time: Temporal.Instant): Promise<Temporal.Instant | null>;
};

export function postTimes(client: Client): PostTimes {
  return {
    async scheduledBefore(time) {
      const answer = await client
        .from('scheduled_posts')
        .select('id, scheduled_time, generated_content!inner(platforms, account_ids), post_deliveries(held_until)')
        .eq('status', 'scheduled')
        .not('post_deliveries.held_until', 'is', null)
        .lt('scheduled_time', time.toString())
        .order('scheduled_time')
        .limit(OPEN_AT_ONCE);
      const rows = dataOf(answer, 'look for posts that are late');
      // Without posts that a platform holds, since it publishes them.
      const free = rows.filter(({ post_deliveries }) => post_deliveries.length === 0);
      return free.map(({ id, ...row }) => ({ id, ...placedPost(row) }));
    },
    async accountsOf({ platforms, accounts }) {
      return dataOf(await client.rpc('post_accounts', { platforms, accounts }), 'read the posting times of accounts');
    },
    async takenFrom(time) {
      const posts: PlacedPost[] = [];
      for (let page = 0; page < PAGES_MAX; page++) {
        const answer = await client
          .from('scheduled_posts')
          .select('scheduled_time, generated_content!inner(platforms, account_ids)')
          .neq('status', 'cancelled')
          .gte('scheduled_time', time.toString())
          .order('scheduled_time')
          .order('id')
          .range(page * PAGE, (page + 1) * PAGE - 1);
        const rows = dataOf(answer, 'read the posting times');
        posts.push(...rows.map(placedPost));
        if (rows.length < PAGE) break;
      }
      return posts;
    },
    async move(id, from, to) {
      const answer = await client
        .from('scheduled_posts')
        .update({ scheduled_time: to.toString() })
        .eq('id', id)
        .eq('status', 'scheduled')
        .eq('scheduled_time', from.toString())
        .select('id');
      return dataOf(answer, 'move a post').length > 0;
    },
    async nextTime(time) {
      const [post, delivery] = await Promise.all([
        client
          .from('scheduled_posts')
          .select('scheduled_time')
          .eq('status', 'scheduled')
          .gt('scheduled_time', time.toString())
          .order('scheduled_time')
          .limit(1),
        client
          .from('post_deliveries')
          .select('retry_after')
          .in('state', ['pending', 'publishing', 'handed_over'])
          .gt('retry_after', time.toString())
          .order('retry_after')
          .limit(1),
      ]);
      const times = [
        ...dataOf(post, 'read the next post').map((row) => row.scheduled_time),
        ...dataOf(delivery, 'read the next try').map((row) => row.retry_after),
      ].filter((time) => time !== null);
      return times.map((time) => Temporal.Instant.from(time)).sort(Temporal.Instant.compare)[0] ?? null;
    },
  };
}

type PlacedRow = {
  scheduled_time: string;
  generated_content: { platforms: Platform[]; account_ids: string[] | null };
};

function placedPost({ scheduled_time, generated_content: { platforms, account_ids } }: PlacedRow) {
  return { time: Temporal.Instant.from(scheduled_time), platforms, accounts: account_ids };
}
