import { useQuery } from '@tanstack/react-query';
import { loadArtifact } from '@/features/scripts/runs/load-artifact.ts';
import { useAgent } from '@/lib/agent.ts';
import { useObjectUrl } from '@/lib/use-object-url.ts';

/** How long a picture that is no longer shown is kept, in milliseconds. */
const KEPT_MS = 60_000;

/**
 * An address for a file that a run saved, which only members may read: an object URL, revoked when the component goes; undefined until it is loaded.
 * `error` says why it cannot be.
 */
export function useArtifactUrl(runId: string, path: string): { url: string | undefined; error: Error | null } {
  const agent = useAgent();
  const { data: file, error } = useQuery({
    queryKey: ['script-artifact', runId, path],
    queryFn: ({ signal }) => loadArtifact(agent, runId, path, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
  });
  return { url: useObjectUrl(file), error };
}
