import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { askAgent } from '@/domain/workspace/operations.ts';
import type { CallAgent } from '@/lib/agent.ts';

/** Fewer say too little to find what is like them. */
const FEWEST_LETTERS = 12;
/** As long as one writes on, few words change. */
const FRESH_MS = 60_000;

/** What was posted that is like a text, other than the content itself. Nothing for a text of few letters. */
export function similarPostsQuery(agent: CallAgent, text: string, otherThan: string) {
  return queryOptions({
    queryKey: ['posted-before', otherThan, text],
    queryFn: async ({ signal }) => {
      // Loaded when it is called: the contract brings zod along.
      const { memoryApi } = await import('../../../shared/api/memory.ts');
      return askAgent(agent, memoryApi.findSimilar, { body: { text, otherThan } }, signal);
    },
    enabled: text.trim().length >= FEWEST_LETTERS,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    // It is offered beside the text: where it cannot be had, nothing is said.
    retry: false,
  });
}
