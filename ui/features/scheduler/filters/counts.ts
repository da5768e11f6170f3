import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type Filter, type ListTab, TABS, termsOf } from '@/features/scheduler/filters/filters.ts';
import type { Supabase } from '@/lib/supabase.ts';
import type { CountsRow, ListedStatus } from '../../../../shared/workspace/database.ts';

/** The refetch intervals of the counts in milliseconds: while a post is being published, and otherwise. */
const BUSY_POLL_MS = 3_000;
const IDLE_POLL_MS = 60_000;

/** Counts of posts that match a search, by status, set of platforms, project and labels. Fails with Supabase's error. */
export function countsQuery(supabase: Supabase, search: string) {
  const terms = termsOf(search);
  return queryOptions({
    queryKey: ['scheduled_posts', 'counts', terms],
    queryFn: async ({ signal }): Promise<CountsRow[]> =>
      (await supabase.rpc('count_posts', { terms }).abortSignal(signal).retry(false).throwOnError()).data,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'publishing') ? BUSY_POLL_MS : IDLE_POLL_MS,
  });
}

/** Refetches the counts of all tabs once a post has entered or left this list. */
export function useRecount(total: number | undefined) {
  const queryClient = useQueryClient();
  const before = useRef(total);
  useEffect(() => {
    if (before.current !== undefined && before.current !== total) {
      void queryClient.invalidateQueries({ queryKey: ['scheduled_posts', 'counts'] });
    }
    before.current = total;
  }, [total, queryClient]);
}

/** The number of posts that match a filter. Without a platform in it, a post for several platforms counts once. */
export function countOf(rows: readonly CountsRow[], filter: Filter, tab?: ListTab): number {
  const statuses: readonly ListedStatus[] | undefined = tab && TABS[tab];
  return rows
    .filter(({ status }) => statuses === undefined || statuses.includes(status))
    .filter(({ platforms }) => filter.platform === null || platforms.includes(filter.platform))
    .filter(({ project_id }) => filter.project === null || project_id === filter.project)
    .filter(({ labels }) => filter.label === null || labels?.includes(filter.label))
    .reduce((sum, { count }) => sum + count, 0);
}

/** Every label in use, alphabetically. */
export function labelsIn(rows: readonly CountsRow[]): string[] {
  return [...new Set(rows.flatMap(({ labels }) => labels ?? []))].sort((a, b) => a.localeCompare(b));
}
