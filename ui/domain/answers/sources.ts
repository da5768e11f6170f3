import { queryOptions } from '@tanstack/react-query';
import { ANSWERS_KEY } from '@/domain/answers/unread.ts';
import { askAgent } from '@/domain/workspace/operations.ts';
import type { CallAgent } from '@/lib/agent.ts';
import type { AnswerSource } from '../../../shared/answers/answers.ts';
import { answerApi } from '../../../shared/api/answers.ts';
import { platformLabel } from '../../../shared/posts/platforms.ts';

const REFETCH_INTERVAL_MS = 60_000;

/** The accounts whose answers are collected, and what prevents that. */
export function sourcesQuery(agent: CallAgent) {
  return queryOptions({
    queryKey: [ANSWERS_KEY, 'sources'],
    queryFn: ({ signal }) => askAgent(agent, answerApi.listAnswerSources, {}, signal),
    refetchInterval: REFETCH_INTERVAL_MS,
  });
}

/** Why an account's answers cannot be read until the user acts, or null. */
export function troubleOf({ state, problem, account, platform }: AnswerSource): string | null {
  const where = `${account.label} (${platformLabel(platform)})`;
  if (state === 'reconnect') return `${where} needs to be connected again before its answers can be read.`;
  return state === 'on' && problem ? `${where}: ${problem}` : null;
}
