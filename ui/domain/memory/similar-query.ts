import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { askAgent } from '@/domain/workspace/operations.ts';
import type { CallAgent } from '@/lib/agent.ts';

/** Shorter texts are too vague for finding similar ones. */
const FEWEST_LETTERS = 12;
/** How long a result stays fresh, in milliseconds. */
const FRESH_MS = 60_000;

/** Published posts similar to a text, except the content itself. Disabled for a very short text. */
export function similarPostsQuery(agent: CallAgent, text: string, otherThan: string) {
  return queryOptions({
    queryKey: ['posted-before', otherThan, text],
    queryFn: async ({ signal }) => {
      // Loaded on demand, because the contract imports zod.
      const { memoryApi } = await import('../../../shared/api/memory.ts');
      return askAgent(agent, memoryApi.findSimilar, { body: { text, otherThan } }, signal);
    },
    enabled: text.trim().length >= FEWEST_LETTERS,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    // Only a suggestion beside the text: a failure is not shown.
    retry: false,
  });
}
