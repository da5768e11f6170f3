import type { Supabase } from '@/lib/supabase.ts';

/** §3, "Dashboard stats". `mediaAssets` counts the files of the bucket, where the old product always said 0. */
export type Stats = { scheduledPosts: number; contentCreated: number; mediaAssets: number; activeAccounts: number };

/** Counts by HEAD and exactly (§7). */
const COUNT = { count: 'exact', head: true } as const;

/** Counts everything the stat cards show. Throws what Supabase answers. */
export async function loadStats(supabase: Supabase): Promise<Stats> {
  const [scheduledPosts, contentCreated, mediaAssets, activeAccounts] = await Promise.all([
    supabase.from('scheduled_posts').select('id', COUNT).throwOnError(),
    supabase.from('generated_content').select('id', COUNT).throwOnError(),
    supabase.from('media_files').select('id', COUNT).throwOnError(),
    supabase.from('social_accounts').select('id', COUNT).throwOnError(),
  ]);
  return {
    scheduledPosts: scheduledPosts.count ?? 0,
    contentCreated: contentCreated.count ?? 0,
    mediaAssets: mediaAssets.count ?? 0,
    activeAccounts: activeAccounts.count ?? 0,
  };
}
