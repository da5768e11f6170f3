import { queryOptions } from '@tanstack/react-query';
import { spanAround, type WeekPost } from '@/features/dashboard/today/week.ts';
import { nowDate } from '@/lib/clock.ts';
import type { Supabase } from '@/lib/supabase.ts';
import { overdueBefore } from '../../../../shared/posts/overdue.ts';
import type { GeneratedContentRow, ScheduledPostsRow } from '../../../../shared/workspace/database.ts';

const NEXT_POSTS = 3;
/** The row limit of hosted projects. */
const WEEK_POSTS = 1000;
/** The refetch interval, in milliseconds: posts are published while the screen stays open. */
const REFETCH_INTERVAL_MS = 60_000;

export type NextPost = Pick<ScheduledPostsRow, 'id' | 'status' | 'scheduled_time' | 'problems'> & {
  generated_content: Pick<
    GeneratedContentRow,
    'id' | 'caption' | 'platforms' | 'media' | 'media_url' | 'content_type'
  > | null;
};

/** The next posts, earliest first. Fails with Supabase's error. */
export function nextPostsQuery(supabase: Supabase) {
  return queryOptions({
    queryKey: ['scheduled_posts', 'next'],
    queryFn: async ({ signal }): Promise<NextPost[]> => {
      const { data } = await supabase
        .from('scheduled_posts')
        .select(
          'id, status, scheduled_time, problems, generated_content(id, caption, platforms, media, media_url, content_type)',
        )
        .in('status', ['scheduled', 'publishing'])
        .gte('scheduled_time', overdueBefore(nowDate()).toISOString())
        .order('scheduled_time')
        .order('id')
        .limit(NEXT_POSTS)
        .abortSignal(signal)
        .retry(false)
        .throwOnError();
      return data;
    },
    staleTime: 0,
    refetchInterval: REFETCH_INTERVAL_MS,
  });
}

/** The posts of the coming seven days and the adjacent ones, earliest first, and whether the list is cut off. */
export function weekQuery(supabase: Supabase) {
  return queryOptions({
    queryKey: ['scheduled_posts', 'coming-week'],
    queryFn: async ({ signal }): Promise<{ posts: WeekPost[]; isCut: boolean }> => {
      const { start, end } = spanAround(nowDate());
      const { data } = await supabase
        .from('scheduled_posts')
        .select('scheduled_time, status')
        .neq('status', 'cancelled')
        .gte('scheduled_time', start)
        .lt('scheduled_time', end)
        .order('scheduled_time')
        .limit(WEEK_POSTS)
        .abortSignal(signal)
        .retry(false)
        .throwOnError();
      return { posts: data, isCut: data.length === WEEK_POSTS };
    },
    staleTime: 0,
    refetchInterval: REFETCH_INTERVAL_MS,
  });
}
