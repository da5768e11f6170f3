import { useQuery } from '@tanstack/react-query';
import { askAgent } from '@/domain/workspace/operations.ts';
import { useAgent } from '@/lib/agent.ts';

/** How long the result stays fresh, in milliseconds: agents are recorded by the hour. */
const STALE_MS = 10 * 60_000;

/** The posts scheduled for times when no agent usually runs; refetched when posts change. */
export function useOffTimes() {
  const agent = useAgent();
  const { data } = useQuery({
    queryKey: ['scheduled_posts', 'off-times'],
    queryFn: async ({ signal }) => {
      // Loaded on demand, because the contract imports zod.
      const { presenceApi } = await import('../../../../shared/api/presence.ts');
      return askAgent(agent, presenceApi.getOffTimes, {}, signal);
    },
    staleTime: STALE_MS,
  });
  return data;
}
