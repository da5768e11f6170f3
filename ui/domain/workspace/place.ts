import { queryOptions, useQuery } from '@tanstack/react-query';
import { type CallAgent, useAgent } from '@/lib/agent.ts';
import type { WorkspacePlace } from '../../../shared/workspace/link.ts';

/** How often the agent is polled for whether it needs a new sign-in, in milliseconds. */
const LOOK_MS = 15_000;

export const placeQuery = (agent: CallAgent) =>
  queryOptions({
    queryKey: ['workspace-place'],
    // Typed, not parsed: the contract would add zod to the first screen.
    queryFn: async ({ signal }): Promise<WorkspacePlace> => (await agent('/api/workspace', { signal })).json(),
    refetchInterval: LOOK_MS,
  });

/** Where the workspace's data is, and whether the agent has access to it. */
export function usePlace() {
  return useQuery(placeQuery(useAgent()));
}
