import { useQuery } from '@tanstack/react-query';
import { useSupabase } from '@/lib/supabase.ts';

/** The first part of the key of every query of answers. */
export const ANSWERS_KEY = 'answers';

/** How often new answers are checked for, in milliseconds. */
const REFETCH_INTERVAL_MS = 60_000;

export const UNREAD_KEY = [ANSWERS_KEY, 'unread'];

/**
 * The number of unread answers; undefined until known. Read from the database because every screen needs it, and the
 * API contracts import zod.
 */
export function useUnreadAnswers(): number | undefined {
  const supabase = useSupabase();
  return useQuery({
    queryKey: UNREAD_KEY,
    queryFn: async ({ signal }) => {
      const { count } = await supabase
        .from('listed_comments')
        .select('id', { count: 'exact', head: true })
        .eq('state', 'unread')
        .eq('is_own', false)
        .is('deleted_at', null)
        .abortSignal(signal)
        .retry(false)
        .throwOnError();
      return count ?? 0;
    },
    refetchInterval: REFETCH_INTERVAL_MS,
    retry: false,
  }).data;
}
