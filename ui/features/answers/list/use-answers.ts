import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { More } from '@/components/long-list.tsx';
import { answersQuery } from '@/features/answers/queries.ts';
import { useShown } from '@/features/answers/shown.ts';
import { useAgent } from '@/lib/agent.ts';
import type { Answer } from '../../../../shared/answers/answers.ts';

export type ShownAnswers = {
  /** Undefined until they are loaded. */
  answers: readonly Answer[] | undefined;
  more: More | null;
  query: Pick<UseInfiniteQueryResult, 'isError' | 'error' | 'refetch' | 'isPlaceholderData'>;
};

/** The list's answers loaded so far. */
export function useAnswers(): ShownAnswers {
  const { filter } = useShown();
  const query = useInfiniteQuery(answersQuery(useAgent(), filter));
  const { data } = query;
  const answers = useMemo(() => data && distinct(data.pages.flatMap((page) => page.answers)), [data]);
  const more = query.hasNextPage
    ? {
        load: () => void query.fetchNextPage(),
        loading: query.isFetchingNextPage,
        failed: query.isFetchNextPageError,
      }
    : null;
  return { answers, more, query };
}

/** Drops duplicates: an answer that moved between page requests may be on two pages. */
function distinct(answers: readonly Answer[]): Answer[] {
  return [...new Map(answers.map((answer) => [answer.id, answer])).values()];
}
