import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { askAgent } from '@/domain/workspace/operations.ts';
import type { CallAgent } from '@/lib/agent.ts';

/** The maximum number of results. */
const MOST_FOUND = 8;

/** Published or scheduled posts that contain these words. */
export function findPostedQuery(agent: CallAgent, q: string) {
  return queryOptions({
    queryKey: ['posted', q],
    queryFn: async ({ signal }) => {
      // Loaded on demand, because the contract imports zod.
      const { memoryApi } = await import('../../../shared/api/memory.ts');
      return askAgent(agent, memoryApi.findPosted, { query: { q, limit: MOST_FOUND } }, signal);
    },
    placeholderData: keepPreviousData,
    // Only adds to the posts from the database, which are found without it.
    retry: false,
  });
}
