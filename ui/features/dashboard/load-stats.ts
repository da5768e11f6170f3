import type { PostgrestError } from '@supabase/supabase-js';
import type { Supabase } from '@/lib/supabase.ts';

/** §3, "Dashboard stats". `mediaAssets` counts the files of the bucket, where the old product always said 0. */
export type Stats = { scheduledPosts: number; contentCreated: number; mediaAssets: number; activeAccounts: number };

/** Counts by HEAD and exactly (§7). */
const COUNT = { count: 'exact', head: true } as const;

/** Counts everything the stat cards show. Throws what Supabase answers. */
export async function loadStats(supabase: Supabase): Promise<Stats> {
  const [scheduledPosts, contentCreated, mediaAssets, activeAccounts] = await Promise.all([
    supabase.from('scheduled_posts').select('id', COUNT).then(counted),
    supabase.from('generated_content').select('id', COUNT).then(counted),
    supabase.from('media_files').select('id', COUNT).then(counted),
    supabase.from('social_accounts').select('id', COUNT).then(counted),
  ]);
  return { scheduledPosts, contentCreated, mediaAssets, activeAccounts };
}

function counted({ count, error }: { count: number | null; error: PostgrestError | null }): number {
  if (error) throw error;
  return count ?? 0;
}
