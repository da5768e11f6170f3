import { useQuery } from '@tanstack/react-query';
import { useAgent } from '@/lib/agent.ts';
import type { StrandedChannel } from '../../../shared/agent/agents.ts';

/** As often as agents report in, with some time for another one to take over; in milliseconds. */
const REFRESH_MS = 30_000;

/** The accounts whose due posts no running agent can send; undefined while unknown. */
export function useStrandedChannels() {
  const agent = useAgent();
  return useQuery({
    queryKey: ['stranded-channels'],
    // Typed, not parsed: the contract would add zod and the platforms' schemas to the first screen.
    queryFn: async ({ signal }): Promise<StrandedChannel[]> =>
      (await agent('/api/stranded-channels', { signal })).json(),
    refetchInterval: REFRESH_MS,
  }).data;
}
