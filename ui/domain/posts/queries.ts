import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Supabase } from '@/lib/supabase.ts';
import type { ScheduledPostsRow } from '../../../shared/workspace/database.ts';

/** What a change of posts is seen in; the key of a query begins with the name of its table. */
const POST_TABLES = ['generated_content', 'scheduled_posts', 'content_bin'];

/** Has everything read again that the screens show of posts. */
export function refreshPosts(queryClient: QueryClient): void {
  for (const table of POST_TABLES) void queryClient.invalidateQueries({ queryKey: [table] });
}

/** `refreshPosts` for a component. */
export function useRefreshPosts(): () => void {
  const queryClient = useQueryClient();
  return () => refreshPosts(queryClient);
}

/**
 * Moves a post to a time (ISO 8601), provided that it still waits where it was seen; answers whether it was. Throws what
 * Supabase answers.
 */
export async function movePost(
  supabase: Supabase,
  seen: Pick<ScheduledPostsRow, 'id' | 'scheduled_time'>,
  time: string,
): Promise<boolean> {
  const { data } = await supabase
    .from('scheduled_posts')
    .update({ scheduled_time: time })
    .eq('id', seen.id)
    .eq('status', 'scheduled')
    .eq('scheduled_time', seen.scheduled_time)
    .select('id')
    .throwOnError();
  return data.length > 0;
}
