import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Content, Page, ScheduledPost } from '@/features/scheduler/queries.ts';

/** All rows of a list's pages, without duplicates: rows inserted between two fetches shift the pages. */
export function rowsOf<Row extends { id: string }>({ pages }: InfiniteData<Page<Row>>): Row[] {
  return [...new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.id, row])).values()];
}

type Cached<Row> = InfiniteData<Page<Row>> | Row[] | undefined;
type Change<Row> = (rows: Row[]) => Row[];

/**
 * Updates a post in all cached lists, keeping their order, before the database has answered. Returns a function that
 * reverts it.
 */
export function changeCachedPost(queryClient: QueryClient, id: string, patch: Partial<ScheduledPost>): () => void {
  return changeCached<ScheduledPost>(queryClient, 'scheduled_posts', ['list', 'span'], (rows) =>
    rows
      .map((row) => (row.id === id ? { ...row, ...patch } : row))
      .sort((a, b) => Date.parse(a.scheduled_time) - Date.parse(b.scheduled_time)),
  );
}

/** The same for content. */
export function changeCachedContent(queryClient: QueryClient, id: string, patch: Partial<Content>): () => void {
  return changeCached<Content>(queryClient, 'generated_content', ['list'], (rows) =>
    rows.map((row) => (row.id === id ? { ...row, ...patch } : row)),
  );
}

function changeCached<Row>(queryClient: QueryClient, table: string, kinds: string[], change: Change<Row>): () => void {
  const before = kinds.flatMap((kind) => queryClient.getQueriesData<Cached<Row>>({ queryKey: [table, kind] }));
  for (const [key, cached] of before) queryClient.setQueryData(key, changed(cached, change));
  return () => {
    for (const [key, cached] of before) queryClient.setQueryData(key, cached);
  };
}

function changed<Row>(cached: Cached<Row>, change: Change<Row>): Cached<Row> {
  if (!cached || Array.isArray(cached)) return cached && change(cached);
  return { ...cached, pages: cached.pages.map((page) => ({ ...page, rows: change(page.rows) })) };
}
