import { queryOptions, useQuery } from '@tanstack/react-query';
import { askAgent } from '@/domain/workspace/operations.ts';
import { type CallAgent, useAgent } from '@/lib/agent.ts';
import { answerApi } from '../../../shared/api/answers.ts';

/** The first part of the key of every query of answers. */
export const ANSWERS_KEY = 'answers';

/** How often it is asked whether new answers have come in, in milliseconds. */
const REFETCH_INTERVAL_MS = 60_000;

/** How many answers are unread, at most 1000. */
export function unreadQuery(agent: CallAgent) {
  return queryOptions({
    queryKey: [ANSWERS_KEY, 'unread'],
    queryFn: async ({ signal }) => (await askAgent(agent, answerApi.countAnswers, {}, signal)).unread,
    refetchInterval: REFETCH_INTERVAL_MS,
    retry: false,
  });
}

/** The same; undefined until known. */
export function useUnreadAnswers(): number | undefined {
  return useQuery(unreadQuery(useAgent())).data;
}
