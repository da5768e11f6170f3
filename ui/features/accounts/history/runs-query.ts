import { queryOptions } from '@tanstack/react-query';
import type { useAgent } from '@/lib/agent.ts';
import {
  WARMUP_POLL_MS,
  WARMUP_RUNS_PATH,
  type WarmupRun,
  warmupRunListSchema,
} from '../../../../shared/accounts/warmup.ts';

type CallAgent = ReturnType<typeof useAgent>;

/** Most runs of an account that the history lists. */
const RUNS_LIMIT = 50;
/** How long a screenshot that is no longer shown is kept, in milliseconds. */
const GC_TIME_MS = 60_000;

/** An account's warm-ups, newest first; read again while one runs. Throws what the agent answers. */
export function runsQuery(agent: CallAgent, accountId: string) {
  return queryOptions({
    queryKey: ['warmup-runs', accountId],
    queryFn: async ({ signal }): Promise<WarmupRun[]> => {
      const query = new URLSearchParams({ accountId, limit: String(RUNS_LIMIT) });
      return warmupRunListSchema.parse(await (await agent(`${WARMUP_RUNS_PATH}?${query}`, { signal })).json());
    },
    // What ended meanwhile is to be seen when the dialog is opened.
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.some(({ status }) => status === 'running') && WARMUP_POLL_MS,
  });
}

/** The last screenshot of a run. Throws what the agent answers. */
export function screenshotQuery(agent: CallAgent, runId: string) {
  return queryOptions({
    queryKey: ['warmup-screenshot', runId],
    queryFn: async ({ signal }) => (await agent(`${WARMUP_RUNS_PATH}/${runId}/screenshot`, { signal })).blob(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: GC_TIME_MS,
  });
}
