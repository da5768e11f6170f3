import { useMutation } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import { sendToAgent } from '@/domain/workspace/operations.ts';
import { artifactMessages } from '@/features/scripts/runs/messages.ts';
import { type CallAgent, useAgent } from '@/lib/agent.ts';
import { saveAs } from '@/lib/save-as.ts';
import { scriptRunApi } from '../../../../shared/api/scripts.ts';

/** Downloads a run's saved file; reports a failure. */
export function useArtifactDownload(runId: string) {
  const agent = useAgent();
  return useMutation({
    mutationFn: async (path: string) => saveAs(await loadArtifact(agent, runId, path), path.replace(/^.*\//, '')),
    onError: (error) =>
      toast({ title: artifactMessages.downloadFailed, description: error.message, variant: 'destructive' }),
  });
}

/**
 * A run's saved file; `path` is relative to the run's folder, with slashes. Throws the agent's error, or the signal's
 * reason.
 */
export async function loadArtifact(agent: CallAgent, runId: string, path: string, signal?: AbortSignal): Promise<Blob> {
  const params = { id: runId, '*': path };
  return (await sendToAgent(agent, scriptRunApi.getScriptArtifact, { params }, { signal })).blob();
}
