import { useMutation } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import { loadArtifact } from '@/features/scripts/runs/load-artifact.ts';
import { artifactMessages } from '@/features/scripts/runs/messages.ts';
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
