import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Supabase } from '@/lib/supabase.ts';
import type { ManyChanged, ScheduledPostsRow } from '../../../shared/workspace/database.ts';

/** The tables whose queries show posts; a query's key starts with the name of its table. */
const POST_TABLES = ['generated_content', 'scheduled_posts', 'content_bin'];

/**
 * Refetches everything that screens show of posts. First loads in progress are restarted: their response may predate
 * the change, and invalidating alone would keep it as fresh.
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

/** The id of the notification about a post's time, so that a later one replaces it. */
export const timeToast = (contentId: string) => ({ id: `time of ${contentId}` });

/** A post with its time as last seen, and its new time (ISO 8601). */
type Move = { post: Pick<ScheduledPostsRow, 'id' | 'scheduled_time'>; time: string };

/** Moves posts whose time is still as last seen: all of them, or none if one is refused. Throws Supabase's error. */
export async function movePosts(supabase: Supabase, moves: readonly Move[]): Promise<ManyChanged> {
  const sent = moves.map(({ post: { id, scheduled_time: seen }, time }) => ({ id, seen, time }));
  return (await supabase.rpc('move_posts', { moves: sent }).throwOnError()).data;
}

/** `movePosts` for one post; returns whether it was moved. */
export async function movePost(supabase: Supabase, post: Move['post'], time: string): Promise<boolean> {
  return (await movePosts(supabase, [{ post, time }])).state === 'done';
}
