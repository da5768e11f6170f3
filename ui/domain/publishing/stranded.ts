import { useQuery } from '@tanstack/react-query';
import { askAgent } from '@/domain/workspace/operations.ts';
import { useAgent } from '@/lib/agent.ts';

/** As often as agents are heard of, with some time for another to take over. */
const REFRESH_MS = 30_000;

/** The accounts whose due posts no running agent can send; undefined while unknown. */
export function useStrandedChannels() {
  const agent = useAgent();
  return useQuery({
    queryKey: ['stranded-channels'],
    queryFn: async ({ signal }) => {
      // Loaded when it is called: the contract brings zod along.
      const { agentsApi } = await import('../../../shared/api/agents.ts');
      return askAgent(agent, agentsApi.listStrandedChannels, {}, signal);
    },
    refetchInterval: REFRESH_MS,
  }).data;
}
