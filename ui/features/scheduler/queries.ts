import { queryOptions } from '@tanstack/react-query';
import type { Supabase } from '@/lib/supabase.ts';
import type { GeneratedContentRow, ScheduledPostsRow } from '../../../shared/database.ts';

/** A place in the timeline with the content that goes out there. */
export type ScheduledPost = ScheduledPostsRow & { generated_content: GeneratedContentRow | null };

// Without supabase-js's own retries, which wait 7 s before a failure is seen; the query client retries once.

/** All generated content, newest first (§7). Fails with what Supabase answers. */
export function contentQuery(supabase: Supabase) {
  return queryOptions({
    queryKey: ['generated_content'],
    queryFn: async ({ signal }): Promise<GeneratedContentRow[]> => {
      const { data } = await supabase
        .from('generated_content')
        .select('*')
        .order('created_at', { ascending: false })
        .abortSignal(signal)
        .retry(false)
        .throwOnError();
      return data;
    },
  });
}

/** The timeline, earliest first, each post with its content (§7). Fails with what Supabase answers. */
export function timelineQuery(supabase: Supabase) {
  return queryOptions({
    queryKey: ['scheduled_posts'],
    queryFn: async ({ signal }): Promise<ScheduledPost[]> => {
      const { data } = await supabase
        .from('scheduled_posts')
        .select('*, generated_content(*)')
        .order('scheduled_time', { ascending: true })
        .abortSignal(signal)
        .retry(false)
        .throwOnError();
      return data;
    },
  });
}
