import { type CallAgent, runPath } from '@/features/scripts/runs/run-queries.ts';

/**
 * A file that a run saved; `path` is below the run's folder, with slashes. Throws what the agent answers, or the
 * signal's reason.
 */
export async function loadArtifact(agent: CallAgent, runId: string, path: string, signal?: AbortSignal): Promise<Blob> {
  const address = path.split('/').map(encodeURIComponent).join('/');
  return (await agent(`${runPath(runId)}/artifacts/${address}`, { signal })).blob();
}
