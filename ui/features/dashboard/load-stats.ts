import type { Supabase } from '@/lib/supabase.ts';
import { overdueBefore } from '../../../shared/posts/overdue.ts';

/** §3, "Dashboard stats", and what their captions need in order to be true. */
export type Stats = {
  /** Posts that wait to be published. */
  scheduledPosts: number;
  /** Those of them whose time has passed. */
  overduePosts: number;
  /** Those of them that a platform would refuse as they are. */
  refusedPosts: number;
  contentCreated: number;
  /** The files of the bucket, where the old product always said 0. */
  mediaAssets: number;
  /** Accounts that are logged in or connected for posting. */
  activeAccounts: number;
  /** All accounts that were added. */
  accounts: number;
};

/** Counts by HEAD and exactly (§7). */
const COUNT = { count: 'exact', head: true } as const;

/** Counts everything the stat cards show. Throws what Supabase answers. */
export async function loadStats(supabase: Supabase): Promise<Stats> {
  const scheduled = () => supabase.from('scheduled_posts').select('id', COUNT).eq('status', 'scheduled');
  const [posts, overdue, refused, contents, files, accounts, channels] = await Promise.all([
    scheduled().throwOnError(),
    scheduled().lt('scheduled_time', overdueBefore(new Date()).toISOString()).throwOnError(),
    scheduled()
      .contains('problems', JSON.stringify([{ isWarning: false }]))
      .throwOnError(),
    supabase.from('generated_content').select('id', COUNT).throwOnError(),
    supabase.from('media_files').select('id', COUNT).throwOnError(),
    supabase.from('social_accounts').select('id, is_logged_in').throwOnError(),
    supabase.from('channels').select('account_id').eq('state', 'ready').throwOnError(),
  ]);
  const connected = new Set(channels.data.map(({ account_id }) => account_id));
  return {
    scheduledPosts: posts.count ?? 0,
    overduePosts: overdue.count ?? 0,
    refusedPosts: refused.count ?? 0,
    contentCreated: contents.count ?? 0,
    mediaAssets: files.count ?? 0,
    activeAccounts: accounts.data.filter(({ id, is_logged_in }) => is_logged_in || connected.has(id)).length,
    accounts: accounts.data.length,
  };
}
