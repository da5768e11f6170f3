import { queryOptions, useQuery } from '@tanstack/react-query';
import { askAgent } from '@/domain/workspace/operations.ts';
import { type CallAgent, useAgent } from '@/lib/agent.ts';
import { workspaceApi } from '../../../shared/api/workspace.ts';

/** How often the agent is asked whether it waits for a new sign-in, in milliseconds. */
const LOOK_MS = 15_000;

export const placeQuery = (agent: CallAgent) =>
  queryOptions({
    queryKey: ['workspace-place'],
    queryFn: ({ signal }) => askAgent(agent, workspaceApi.getWorkspace, {}, signal),
    refetchInterval: LOOK_MS,
  });

/** Where the workspace's data is, and whether the agent can work there. */
export function usePlace() {
  return useQuery(placeQuery(useAgent()));
}
