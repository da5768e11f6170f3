import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { askAgent } from '@/domain/workspace/operations.ts';
import type { CallAgent } from '@/lib/agent.ts';

/** How many posts are found at once. */
const MOST_FOUND = 8;

/** What was posted, or is scheduled, with these words. */
export function findPostedQuery(agent: CallAgent, q: string) {
  return queryOptions({
    queryKey: ['posted', q],
    queryFn: async ({ signal }) => {
      // Loaded when it is called: the contract brings zod along.
      const { memoryApi } = await import('../../../shared/api/memory.ts');
      return askAgent(agent, memoryApi.findPosted, { query: { q, limit: MOST_FOUND } }, signal);
    },
    placeholderData: keepPreviousData,
    // Beside the posts of the database, which are found without it.
    retry: false,
  });
}
