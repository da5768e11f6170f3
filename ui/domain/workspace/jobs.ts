import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { askAgent } from '@/domain/workspace/operations.ts';
import { useSettings } from '@/domain/workspace/settings.ts';
import { useAgent } from '@/lib/agent.ts';
import type { JobState } from '../../../shared/agent/jobs.ts';

export const JOBS_KEY = ['jobs'];
/** Refetch intervals of the list, while a job runs and otherwise, in milliseconds. */
const BUSY_POLL_MS = 1_500;
const IDLE_POLL_MS = 30_000;

/** The jobs, refetched when the settings change and at intervals. */
export function useJobs() {
  const agent = useAgent();
  const settings = useSettings();
  return useQuery({
    queryKey: [...JOBS_KEY, settings],
    queryFn: async ({ signal }) => {
      // Loaded on demand, because the contract imports zod.
      const { jobApi } = await import('../../../shared/api/agent.ts');
      return askAgent(agent, jobApi.listJobs, {}, signal);
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.jobs.some(isUnderWay) ? BUSY_POLL_MS : IDLE_POLL_MS),
  });
}

/** Whether the job is running, here or on another agent. */
export function isUnderWay({ running, lastRun }: JobState): boolean {
  return running !== null || lastRun?.status === 'running';
}
