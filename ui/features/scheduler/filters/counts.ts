import { queryOptions } from '@tanstack/react-query';
import type { Filter } from '@/features/scheduler/filters/filters.ts';
import type { Supabase } from '@/lib/supabase.ts';
import type { Platform } from '../../../../shared/posts/platforms.ts';
import type { ContentStatus, CountsRow, PostStatus } from '../../../../shared/workspace/database.ts';

/** Counts of generated content by status, set of platforms and project. Fails with Supabase's error. */
export function contentCountsQuery(supabase: Supabase) {
  return queryOptions({
    queryKey: ['generated_content', 'counts'],
    queryFn: async ({ signal }): Promise<CountsRow<ContentStatus>[]> =>
      (await supabase.from('content_counts').select('*').abortSignal(signal).retry(false).throwOnError()).data,
  });
}

/** Counts of scheduled posts by status, set of platforms and project. Fails with Supabase's error. */
export function postCountsQuery(supabase: Supabase) {
  return queryOptions({
    queryKey: ['scheduled_posts', 'counts'],
    queryFn: async ({ signal }): Promise<CountsRow<PostStatus>[]> =>
      (await supabase.from('post_counts').select('*').abortSignal(signal).retry(false).throwOnError()).data,
  });
}

/** The projects to choose from, newest first. Fails with Supabase's error. */
export function projectNamesQuery(supabase: Supabase) {
  return queryOptions({
    queryKey: ['content_projects', 'names'],
    queryFn: async ({ signal }): Promise<{ id: string; name: string }[]> => {
      const projects = supabase.from('content_projects').select('id, name:niche_name');
      const newest = projects.order('created_at', { ascending: false }).order('id');
      return (await newest.abortSignal(signal).retry(false).throwOnError()).data;
    },
  });
}

/** The number of rows that match a filter; without a platform filter, a post for several platforms counts once. */
export function countOf<Status extends string>(rows: readonly CountsRow<Status>[], filter: Filter<Status>): number {
  return rows
    .filter(({ status }) => filter.status === null || status === filter.status)
    .filter(({ platforms }) => filter.platform === null || platforms.includes(filter.platform))
    .filter(({ project_id }) => filter.project === null || project_id === filter.project)
    .reduce((sum, { count }) => sum + count, 0);
}

/** The count for each choice of a filter, with the other choices unchanged. */
export function choiceCounts<Status extends string>(rows: readonly CountsRow<Status>[], filter: Filter<Status>) {
  return {
    status: (status: Status | null) => countOf(rows, { ...filter, status }),
    platform: (platform: Platform | null) => countOf(rows, { ...filter, platform }),
    project: (project: string | null) => countOf(rows, { ...filter, project }),
  };
}
