import { queryOptions } from '@tanstack/react-query';
import { askAgent, sendToAgent } from '@/domain/workspace/operations.ts';
import type { CallAgent } from '@/lib/agent.ts';
import { WARMUP_POLL_MS } from '../../../../shared/accounts/warmup.ts';
import { warmupApi } from '../../../../shared/api/accounts.ts';

const RUNS_LIMIT = 50;
/** How long an unused screenshot is cached, in milliseconds. */
const GC_TIME_MS = 60_000;

/** An account's warm-ups, newest first; refetched while one runs. Fails with the agent's error. */
export function runsQuery(agent: CallAgent, accountId: string) {
  return queryOptions({
    queryKey: ['warmup-runs', accountId],
    queryFn: ({ signal }) =>
      askAgent(agent, warmupApi.listWarmups, { query: { accountId, limit: RUNS_LIMIT } }, signal),
    // Opening the dialog must show runs that have just ended.
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.some(({ status }) => status === 'running') && WARMUP_POLL_MS,
  });
}

/** The last screenshot of a run. Fails with the agent's error. */
export function screenshotQuery(agent: CallAgent, runId: string) {
  return queryOptions({
    queryKey: ['warmup-screenshot', runId],
    queryFn: async ({ signal }) =>
      (await sendToAgent(agent, warmupApi.getWarmupScreenshot, { params: { id: runId } }, { signal })).blob(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: GC_TIME_MS,
  });
}
