import { useMutation } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import { artifactMessages } from '@/features/scripts/runs/messages.ts';
import { type CallAgent, runPath } from '@/features/scripts/runs/run-queries.ts';
import { useAgent } from '@/lib/agent.ts';

/** Saves a file of a run where the browser saves downloads; says so when it cannot be had. */
export function useArtifactDownload(runId: string) {
  const agent = useAgent();
  return useMutation({
    mutationFn: async (path: string) => saveAs(await loadArtifact(agent, runId, path), path.replace(/^.*\//, '')),
    onError: (error) =>
      toast({ title: artifactMessages.downloadFailed, description: error.message, variant: 'destructive' }),
  });
}

function saveAs(file: Blob, name: string) {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has taken hold of the file by then.
  setTimeout(() => URL.revokeObjectURL(url));
}

/**
 * A file that a run saved; `path` is below the run's folder, with slashes. Throws what the agent answers, or the
 * signal's reason.
 */
export async function loadArtifact(agent: CallAgent, runId: string, path: string, signal?: AbortSignal): Promise<Blob> {
  const address = path.split('/').map(encodeURIComponent).join('/');
  return (await agent(`${runPath(runId)}/artifacts/${address}`, { signal })).blob();
}
