import { queryOptions } from '@tanstack/react-query';
import type { Supabase } from '@/lib/supabase.ts';

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
