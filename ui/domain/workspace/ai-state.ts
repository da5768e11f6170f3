import { queryOptions, useQuery } from '@tanstack/react-query';
import { askAgent } from '@/domain/workspace/operations.ts';
import { type CallAgent, useAgent } from '@/lib/agent.ts';
import { aiApi } from '../../../shared/api/ai.ts';

/** Which AI model writes the posts, according to the agent. */
export const aiStateQuery = (agent: CallAgent) =>
  queryOptions({
    queryKey: ['ai'],
    queryFn: ({ signal }) => askAgent(agent, aiApi.getAi, {}, signal),
  });

/** Whether an AI model writes the posts; null while unknown, or if the agent cannot know. */
export function useHasModel(): boolean | null {
  const { data } = useQuery({ ...aiStateQuery(useAgent()), retry: false });
  // The secrets of a hosted function are not known here.
  return data && data.source !== 'function' ? data.model !== null : null;
}
