import type { Supabase } from '@/lib/supabase.ts';
import { overdueBefore } from '../../../shared/posts/overdue.ts';

/** §3, "Dashboard stats", and what their captions need in order to be true. */
export type Stats = {
  /** Posts that wait to be published. */
  scheduledPosts: number;
  /** Those of them whose time has passed, or that a platform would refuse as they are. */
  stuckPosts: number;
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
  const [posts, stuck, contents, files, accounts] = await Promise.all([
    scheduled().throwOnError(),
    scheduled()
      .or(`scheduled_time.lt.${overdueBefore(new Date()).toISOString()},problems.cs."[{\\"isWarning\\":false}]"`)
      .throwOnError(),
    supabase.from('generated_content').select('id', COUNT).throwOnError(),
    supabase.from('media_files').select('id', COUNT).throwOnError(),
    supabase.from('social_accounts').select('id, is_logged_in, channels(state)').throwOnError(),
  ]);
  const isActive = (account: (typeof accounts.data)[number]) =>
    // An object, because an account has at most one; the generated types say a list.
    account.is_logged_in || [account.channels].flat().some((channel) => channel?.state === 'ready');
  return {
    scheduledPosts: posts.count ?? 0,
    stuckPosts: stuck.count ?? 0,
    contentCreated: contents.count ?? 0,
    mediaAssets: files.count ?? 0,
    activeAccounts: accounts.data.filter(isActive).length,
    accounts: accounts.data.length,
  };
}
