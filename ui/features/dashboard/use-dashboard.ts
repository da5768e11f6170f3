import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ACTIVITY_LIMIT, type Activity, mergeActivity } from '@/features/dashboard/activity.ts';
import { loadStats } from '@/features/dashboard/load-stats.ts';
import { type Supabase, useSupabase } from '@/lib/supabase.ts';

/** The counts of the stat cards; a failure is only logged (§8). */
export function useStats() {
  const supabase = useSupabase();
  return useLogged(useQuery({ queryKey: ['dashboard', 'stats'], queryFn: () => loadStats(supabase), staleTime: 0 }));
}

/** The lines of Recent Activity; a failure is only logged (§8). */
export function useActivity() {
  const supabase = useSupabase();
  return useLogged(
    useQuery({ queryKey: ['dashboard', 'activity'], queryFn: () => loadActivity(supabase), staleTime: 0 }),
  );
}

function useLogged<Result extends { error: Error | null }>(result: Result): Result {
  useEffect(() => {
    if (result.error) console.error('The dashboard could not be loaded.', result.error);
  }, [result.error]);
  return result;
}

/** The newest things that happened in the workspace. Throws what Supabase answers. */
async function loadActivity(supabase: Supabase): Promise<Activity[]> {
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
