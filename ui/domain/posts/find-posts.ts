import { queryOptions } from '@tanstack/react-query';
import type { Supabase } from '@/lib/supabase.ts';

/** The maximum number of results. */
const MOST_FOUND = 8;
/** Further words are ignored. */
const MOST_WORDS = 8;

/** The newest posts whose text has all of these words, in any order. */
export function findPostsQuery(supabase: Supabase, text: string) {
  const words = text.trim().split(/\s+/).slice(0, MOST_WORDS);
  return queryOptions({
    queryKey: ['posts', 'found', words],
    async queryFn({ signal }) {
      let query = supabase.from('generated_content').select('id, caption, status');
      for (const word of words) query = query.ilike('caption', `%${word.replace(/[\\%_]/g, '\\$&')}%`);
      const { data, error } = await query
        .order('created_at', { ascending: false })
        .limit(MOST_FOUND)
        .abortSignal(signal);
      if (error) throw error;
      return data;
    },
    placeholderData: (before) => before,
  });
}
