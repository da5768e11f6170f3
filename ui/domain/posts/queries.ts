import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Supabase } from '@/lib/supabase.ts';
import type { ManyChanged, ScheduledPostsRow } from '../../../shared/workspace/database.ts';

/** What a change of posts is seen in; the key of a query begins with the name of its table. */
const POST_TABLES = ['generated_content', 'scheduled_posts', 'content_bin'];

/**
 * Has everything read again that the screens show of posts. What is just being read for the first time is asked anew:
 * its answer may be from before the change, and invalidating alone would keep it as fresh.
 */
export function refreshPosts(queryClient: QueryClient): void {
  for (const table of POST_TABLES) {
    const isFirstReading = ({ state }: Query) => state.data === undefined && state.fetchStatus === 'fetching';
    void queryClient.cancelQueries({ queryKey: [table], predicate: isFirstReading }, { silent: true });
    void queryClient.invalidateQueries({ queryKey: [table] });
  }
}

/** `refreshPosts` for a component. */
export function useRefreshPosts(): () => void {
  const queryClient = useQueryClient();
  return () => refreshPosts(queryClient);
}

/** The notification of when a post goes out: a later one takes its place. */
export const timeToast = (contentId: string) => ({ id: `time of ${contentId}` });

/** A post as it was seen, and the time (ISO 8601) that it is moved to. */
type Move = { post: Pick<ScheduledPostsRow, 'id' | 'scheduled_time'>; time: string };

/** Moves posts that still wait where they were seen: all, or none where one is refused. Throws what Supabase answers. */
export async function movePosts(supabase: Supabase, moves: readonly Move[]): Promise<ManyChanged> {
  const sent = moves.map(({ post: { id, scheduled_time: seen }, time }) => ({ id, seen, time }));
  return (await supabase.rpc('move_posts', { moves: sent }).throwOnError()).data;
}

/** `movePosts` of one; answers whether it was moved. */
export async function movePost(supabase: Supabase, post: Move['post'], time: string): Promise<boolean> {
  return (await movePosts(supabase, [{ post, time }])).state === 'done';
}
