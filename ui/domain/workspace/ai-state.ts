import { queryOptions, useQuery } from '@tanstack/react-query';
import { askAgent } from '@/domain/workspace/operations.ts';
import { type CallAgent, useAgent } from '@/lib/agent.ts';
import { aiApi } from '../../../shared/api/ai.ts';

/** Who writes the posts now, as the agent has it. */
export const aiStateQuery = (agent: CallAgent) =>
  queryOptions({
    queryKey: ['ai'],
    queryFn: ({ signal }) => askAgent(agent, aiApi.getAi, {}, signal),
  });

/** Whether an AI model writes the posts; null while the agent has not said so, or cannot. */
export function useHasModel(): boolean | null {
  const { data } = useQuery({ ...aiStateQuery(useAgent()), retry: false });
  // What a hosted function was given as its secrets is not known here.
  return data && data.source !== 'function' ? data.model !== null : null;
}
