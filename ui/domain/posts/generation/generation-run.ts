import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { generatePosts, type RunRequest } from '@/domain/posts/generation/generate-posts.ts';
import { useSupabase } from '@/lib/supabase.ts';
import type { GenerationProgress, GenerationResult } from '../../../../shared/posts/generation.ts';

const RUN_KEY = ['generation-run'];

/** The current run with its latest progress (null = just started), or null if none is running. */
type Run = { progress: GenerationProgress | null } | null;

/**
 * The one generation run of this window. Kept in the query cache, so that it continues, with its progress shown, when
 * the user changes screens. `start` throws GenerationCallError; whatever the outcome, all lists are refetched.
 */
export function useGenerationRun(): { run: Run; start: (request?: RunRequest) => Promise<GenerationResult> } {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const { data: run = null } = useQuery<Run>({
    queryKey: RUN_KEY,
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const setRun = (next: Run) => queryClient.setQueryData<Run>(RUN_KEY, next);

  async function start(request?: RunRequest) {
    setRun({ progress: null });
    try {
      return await generatePosts(supabase, (progress) => setRun({ progress }), request);
    } finally {
      setRun(null);
      void queryClient.invalidateQueries();
    }
  }

  return { run, start };
}
