import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Supabase } from '@/lib/supabase.ts';

const HASHTAGS_ASKED = 24;

/** Previously used hashtags with this prefix, most used first; keeps the previous result while loading. */
export function usedHashtagsQuery(supabase: Supabase, begun: string) {
  return queryOptions({
    queryKey: ['used-hashtags', begun],
    queryFn: async ({ signal }) => {
      const used = supabase.rpc('used_hashtags', { prefix: begun, most: HASHTAGS_ASKED });
      return (await used.abortSignal(signal).retry(false).throwOnError()).data;
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}
