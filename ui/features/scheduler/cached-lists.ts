import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Page, ScheduledPost } from '@/features/scheduler/queries.ts';

/** All rows of a list's pages, without duplicates: rows inserted between two fetches shift the pages. */
export function rowsOf<Row extends { id: string }>({ pages }: InfiniteData<Page<Row>>): Row[] {
  return [...new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.id, row])).values()];
}

/**
 * Updates a post in the calendar, keeping its order, before the database has answered. Returns a function that reverts
 * it.
 */
export function changeCachedPost(queryClient: QueryClient, id: string, patch: Partial<ScheduledPost>): () => void {
  const before = queryClient.getQueriesData<ScheduledPost[]>({ queryKey: ['scheduled_posts', 'span'] });
  for (const [key, cached] of before) {
    const changed = cached?.map((row) => (row.id === id ? { ...row, ...patch } : row));
    changed?.sort((a, b) => Date.parse(a.scheduled_time) - Date.parse(b.scheduled_time));
    queryClient.setQueryData(key, changed);
  }
  return () => {
    for (const [key, cached] of before) queryClient.setQueryData(key, cached);
  };
}
