import { queryOptions, useMutation } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import { contentBinMessages as words } from '@/domain/posts/bin/messages.ts';
import { useRefreshPosts } from '@/domain/posts/queries.ts';
import { failureReason } from '@/lib/messages.ts';
import { type Supabase, useSupabase } from '@/lib/supabase.ts';
import type { ContentBinRow } from '../../../../shared/workspace/database.ts';

/** How many deleted posts are loaded, newest first. */
const BIN_PAGE_SIZE = 20;

/** Posts deleted within the last day, which can be restored, and their total number. Fails with Supabase's error. */
export function contentBinQuery(supabase: Supabase) {
  return queryOptions({
    queryKey: ['content_bin'],
    queryFn: async ({ signal }): Promise<{ rows: ContentBinRow[]; total: number }> => {
      const { data, count } = await supabase
        .from('content_bin')
        .select('*', { count: 'exact' })
        .eq('purging', false)
        .order('deleted_at', { ascending: false })
        .limit(BIN_PAGE_SIZE)
        .abortSignal(signal)
        .retry(false)
        .throwOnError();
      return { rows: data, total: count ?? data.length };
    },
  });
}

/** Restores a deleted post by its id, reports the result, and refetches the lists. */
export function useRestorePost() {
  const supabase = useSupabase();
  const refresh = useRefreshPosts();
  return useMutation({
    mutationFn: async (id: string) => (await supabase.rpc('restore_content', { content: id }).throwOnError()).data,
    onSuccess: (restored) => {
      if (restored) toast.success(words.restored);
      else toast.error(words.gone);
    },
    onError: (error) => void toast.error(words.failed, { description: failureReason(error) }),
    onSettled: refresh,
  });
}
