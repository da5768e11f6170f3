import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { generatePosts, type RunRequest } from '@/domain/posts/generation/generate-posts.ts';
import { useSupabase } from '@/lib/supabase.ts';
import type { GenerationProgress, GenerationResult } from '../../../../shared/posts/generation.ts';

const RUN_KEY = ['generation-run'];

/** The run under way with its latest report (null = just started), or null when none is. */
type Run = { progress: GenerationProgress | null } | null;

/**
 * The one generation run of this window. Kept beside the cached answers, so that it continues, with its progress shown,
 * when the member changes the screen. `start` throws GenerationCallError; whatever the outcome, every list is read
 * again.
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
