import { useQuery } from '@tanstack/react-query';
import { askAgent } from '@/domain/workspace/operations.ts';
import { useAgent } from '@/lib/agent.ts';

/** Agents are recorded by the hour. */
const STALE_MS = 10 * 60_000;

/** The posts that fall into times when no agent usually runs; read anew when posts change. */
export function useOffTimes() {
  const agent = useAgent();
  const { data } = useQuery({
    queryKey: ['scheduled_posts', 'off-times'],
    queryFn: async ({ signal }) => {
      // Loaded when it is called: the contract brings zod along.
      const { presenceApi } = await import('../../../../shared/api/presence.ts');
      return askAgent(agent, presenceApi.getOffTimes, {}, signal);
    },
    staleTime: STALE_MS,
  });
  return data;
}
