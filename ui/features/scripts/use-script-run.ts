import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import { scriptsToasts } from '@/features/scripts/messages.ts';
import {
  failedRun,
  failureToast,
  type LatestRun,
  readRunResult,
  startedRun,
  succeededRun,
} from '@/features/scripts/script-run.ts';
import { useAgent } from '@/lib/agent.ts';
import { SCRIPT_RUN_PATH, type ScriptRunRequest } from '../../../shared/script-run.ts';

const RUN_KEY = ['script-run'];

/**
 * The latest script run of this window and how to start one. Kept beside the cached answers, so that a run goes on, and is seen going on, when the
 * member changes the screen. `start` reports the outcome itself (§8) and never throws.
 */
export function useScriptRun(): { run: LatestRun | null; start: (scriptId: string, code: string) => Promise<void> } {
  const agent = useAgent();
  const queryClient = useQueryClient();
  const { data: run = null } = useQuery<LatestRun>({
    queryKey: RUN_KEY,
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const setRun = (next: LatestRun) => queryClient.setQueryData<LatestRun>(RUN_KEY, next);

  async function start(scriptId: string, code: string) {
    const started = startedRun(scriptId);
    setRun(started);
    try {
      const body: ScriptRunRequest = { script: code };
      setRun(succeededRun(started, await readRunResult(await agent(SCRIPT_RUN_PATH, { body }))));
      toast(scriptsToasts.runSucceeded);
    } catch (error) {
      setRun(failedRun(started, error));
      toast(failureToast(error));
    }
  }

  return { run, start };
}
