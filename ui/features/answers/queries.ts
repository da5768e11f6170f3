import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ANSWERS_KEY } from '@/domain/answers/unread.ts';
import { askAgent } from '@/domain/workspace/operations.ts';
import type { Filter } from '@/features/answers/shown.ts';
import type { CallAgent } from '@/lib/agent.ts';
import type { Supabase } from '@/lib/supabase.ts';
import type { Answer, AnswersPage, AnswerThread } from '../../../shared/answers/answers.ts';
import { answerApi } from '../../../shared/api/answers.ts';

/** How often lists and conversations are refetched, and conversations while a reply is being sent, in milliseconds. */
const REFETCH_INTERVAL_MS = 60_000;
const SENDING_POLL_MS = 3_000;
/** Lists with more pages are only refetched after a change, because each page is a request. */
const PAGES_READ_AGAIN = 3;

export const LISTS_KEY = [ANSWERS_KEY, 'list'] as const;

/** The answers that match a filter, latest first, page by page. */
export function answersQuery(agent: CallAgent, { state, platform, account, post }: Filter) {
  const query = {
    state,
    ...(platform && { platform }),
    ...(account && { account }),
    ...(post && { post }),
  };
  return infiniteQueryOptions({
    queryKey: [...LISTS_KEY, query],
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: AnswersPage) => next,
    placeholderData: keepPreviousData,
    queryFn: ({ signal, pageParam: cursor }) =>
      askAgent(agent, answerApi.listAnswers, { query: { ...query, ...(cursor && { cursor }) } }, signal),
    refetchInterval: ({ state: { data } }) =>
      data && data.pages.length > PAGES_READ_AGAIN ? false : REFETCH_INTERVAL_MS,
  });
}

export const threadKey = (id: string) => [ANSWERS_KEY, 'thread', id] as const;

/** An answer with its post, the conversation around it, and the replies to it. */
export function threadQuery(agent: CallAgent, id: string) {
  return queryOptions({
    queryKey: threadKey(id),
    queryFn: ({ signal }): Promise<AnswerThread> => askAgent(agent, answerApi.getAnswer, { params: { id } }, signal),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.replies.some(({ state }) => state === 'sending') ? SENDING_POLL_MS : REFETCH_INTERVAL_MS,
  });
}

/** Whether there is any answer at all, done or not. */
export function anyAnswerQuery(agent: CallAgent) {
  return queryOptions({
    queryKey: [ANSWERS_KEY, 'any'],
    queryFn: async ({ signal }) => {
      const { answers } = await askAgent(agent, answerApi.listAnswers, { query: { state: 'all', limit: 1 } }, signal);
      return answers.length > 0;
    },
  });
}

/** The picture of an answer's author, as a data: URL. */
export function pictureQuery(agent: CallAgent, { id, author }: Pick<Answer, 'id' | 'author'>) {
  return queryOptions({
    queryKey: ['picture-of-author', id],
    queryFn: async ({ signal }) =>
      (await askAgent(agent, answerApi.getAnswerPicture, { params: { id } }, signal)).picture,
    enabled: author.hasPicture,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** A post's media, by the id of its entry in the timeline; null if it no longer exists. */
export function postMediaQuery(supabase: Supabase, id: string) {
  return queryOptions({
    queryKey: ['scheduled_posts', 'media', id],
    queryFn: async ({ signal }) => {
      const { data } = await supabase
        .from('scheduled_posts')
        .select('generated_content!inner(media, media_url, content_type)')
        .eq('id', id)
        .abortSignal(signal)
        .retry(false)
        .maybeSingle()
        .throwOnError();
      return data?.generated_content ?? null;
    },
  });
}
