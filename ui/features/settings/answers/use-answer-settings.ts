import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import { ANSWERS_KEY } from '@/domain/answers/unread.ts';
import { askAgent } from '@/domain/workspace/operations.ts';
import { answerSettingsMessages as words } from '@/features/settings/answers/answers-messages.ts';
import { type CallAgent, useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import type { AnswerSettings } from '../../../../shared/answers/answers.ts';
import { answerApi } from '../../../../shared/api/answers.ts';

const settingsQuery = (agent: CallAgent) =>
  queryOptions({
    queryKey: [ANSWERS_KEY, 'settings'],
    queryFn: ({ signal }) => askAgent(agent, answerApi.getAnswerSettings, {}, signal),
  });

const CHANGING = [ANSWERS_KEY, 'changing'];

/** How answers are collected, and when to notify about them. `change` saves at once. */
export function useAnswerSettings() {
  const agent = useAgent();
  const queryClient = useQueryClient();
  const query = useQuery(settingsQuery(agent));
  const { queryKey } = settingsQuery(agent);
  const changing = useMutation({
    mutationKey: CHANGING,
    mutationFn: (body: Partial<AnswerSettings>) => askAgent(agent, answerApi.changeAnswerSettings, { body }),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (now) => now && { ...now, ...change });
    },
    onError: (error) => void toast.error(words.saveFailed, { description: failureReason(error) }),
    // Refetches only after the last of several changes: an earlier fetch would briefly show the others undone.
    onSettled: async () => {
      if (queryClient.isMutating({ mutationKey: CHANGING }) === 1)
        await queryClient.invalidateQueries({ queryKey: [ANSWERS_KEY] });
    },
  });
  return { ...query, change: (change: Partial<AnswerSettings>) => changing.mutate(change) };
}
