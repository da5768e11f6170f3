import { ACTIVITY_LIMIT, type Activity, mergeActivity } from '@/features/dashboard/activity.ts';
import type { Supabase } from '@/lib/supabase.ts';

/** The newest things that happened in the workspace. Throws what Supabase answers. */
export async function loadActivity(supabase: Supabase): Promise<Activity[]> {
  const newest = { ascending: false };
  const [projects, contents, posts, accounts] = await Promise.all([
    supabase
      .from('content_projects')
      .select('id, created_at, niche_name')
      .order('created_at', newest)
      .limit(ACTIVITY_LIMIT)
      .throwOnError(),
    supabase
      .from('generated_content')
      .select('id, created_at, caption, status')
      .order('created_at', newest)
      .limit(ACTIVITY_LIMIT)
      .throwOnError(),
    supabase
      .from('scheduled_posts')
      .select('id, updated_at, status, scheduled_time, generated_content(id, caption)')
      .order('updated_at', newest)
      .limit(ACTIVITY_LIMIT)
      .throwOnError(),
    supabase
      .from('social_accounts')
      .select('id, created_at, account_label')
      .order('created_at', newest)
      .limit(ACTIVITY_LIMIT)
      .throwOnError(),
  ]);
  return mergeActivity({
    projects: projects.data,
    contents: contents.data,
    posts: posts.data,
    accounts: accounts.data,
  });
}
