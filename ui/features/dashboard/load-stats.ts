import type { Supabase } from '@/lib/supabase.ts';
import type { Database } from '../../../shared/database.ts';

/** §3, "Dashboard stats". `mediaAssets` counts the files of the bucket, where the old product always said 0. */
export type Stats = { scheduledPosts: number; contentCreated: number; mediaAssets: number; activeAccounts: number };

type Countable = keyof Database['public']['Tables'] | keyof Database['public']['Views'];

/** Counts everything the stat cards show. Throws what Supabase answers. */
export async function loadStats(supabase: Supabase): Promise<Stats> {
  const [scheduledPosts, contentCreated, activeAccounts, mediaAssets] = await Promise.all([
    countRows(supabase, 'scheduled_posts'),
    countRows(supabase, 'generated_content'),
    countRows(supabase, 'social_accounts'),
    countRows(supabase, 'media_files'),
  ]);
  return { scheduledPosts, contentCreated, mediaAssets, activeAccounts };
}

async function countRows(supabase: Supabase, table: Countable): Promise<number> {
  const { count, error } = await supabase.from(table).select('id', { count: 'exact', head: true });
  if (error) throw error;
  return count ?? 0;
}
