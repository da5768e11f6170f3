import type { Supabase } from '@/lib/supabase.ts';
import type { Database } from '../../../shared/database.ts';
import { MEDIA_BUCKET } from '../../../shared/media-bucket.ts';

/** §3, "Dashboard stats". `mediaAssets` counts the files of the bucket, where the old product always said 0. */
export type Stats = { scheduledPosts: number; contentCreated: number; mediaAssets: number; activeAccounts: number };

/** How many entries one storage listing answers. */
const PAGE_SIZE = 1000;

/** Counts everything the stat cards show. Throws what Supabase answers. */
export async function loadStats(supabase: Supabase): Promise<Stats> {
  const [scheduledPosts, contentCreated, activeAccounts, mediaAssets] = await Promise.all([
    countRows(supabase, 'scheduled_posts'),
    countRows(supabase, 'generated_content'),
    countRows(supabase, 'social_accounts'),
    countFiles(supabase, ''),
  ]);
  return { scheduledPosts, contentCreated, mediaAssets, activeAccounts };
}

async function countRows(supabase: Supabase, table: keyof Database['public']['Tables']): Promise<number> {
  const { count, error } = await supabase.from(table).select('id', { count: 'exact', head: true });
  if (error) throw error;
  return count ?? 0;
}

/** Files below a folder of the bucket, however deep; a listing tells folders by their missing id. */
async function countFiles(supabase: Supabase, folder: string): Promise<number> {
  let files = 0;
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const { data, error } = await supabase.storage.from(MEDIA_BUCKET).list(folder, { limit: PAGE_SIZE, offset });
    if (error) throw error;
    for (const entry of data) {
      files += entry.id === null ? await countFiles(supabase, folder ? `${folder}/${entry.name}` : entry.name) : 1;
    }
    if (data.length < PAGE_SIZE) return files;
  }
}
