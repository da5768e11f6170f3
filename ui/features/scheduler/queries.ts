import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { PreviewedContent } from '@/domain/posts/preview/previewed-content.ts';
import { DELIVERY_COLUMNS, type DeliverySummary, pollWhileUnderWay } from '@/domain/publishing/deliveries.ts';
import type { ContentFilter, PostFilter } from '@/features/scheduler/filters/filters.ts';
import type { Supabase } from '@/lib/supabase.ts';
import type { GeneratedContentRow, PostStatus, ScheduledPostsRow } from '../../../shared/workspace/database.ts';

/** Generated content with its timeline entries. */
export type Content = GeneratedContentRow & {
  scheduled_posts: { id: string; status: PostStatus; scheduled_time: string }[];
};

/** The content's columns shown by a timeline entry. */
export type PostContent = Pick<
  GeneratedContentRow,
  'id' | 'caption' | 'content_type' | 'platforms' | 'account_ids' | 'media' | 'media_url'
> & { post_series: { id: string; stopped_at: string | null } | null };

/** The id of the series that a post belongs to, or null. */
export function seriesOf({ generated_content: { post_series } }: { generated_content: PostContent }): string | null {
  return post_series?.stopped_at === null ? post_series.id : null;
}

/** A timeline entry with its content and deliveries. */
export type ScheduledPost = ScheduledPostsRow & { generated_content: PostContent; post_deliveries: DeliverySummary[] };

/** A page of a list with `total` rows, starting at row `from`. */
export type Page<Row> = { rows: Row[]; from: number; total: number };

/** The rows to fetch, at most PAGE_SIZE. Null for the list's default start. */
type Range = { from: number; to: number } | null;

export const POST_COLUMNS =
  `*, generated_content!inner(id, caption, content_type, platforms, account_ids, media, media_url, post_series(id, stopped_at)), ${DELIVERY_COLUMNS}` as const;

/**
 * The columns of posts. An inner join with the content only when filtering by it: otherwise the page is cut out of the
 * timeline first, which is faster in the middle of a long one.
 */
function columnsFor({ platform, project }: PostFilter): typeof POST_COLUMNS {
  const outer = POST_COLUMNS.replace('!inner', '') as typeof POST_COLUMNS;
  return platform || project ? POST_COLUMNS : outer;
}

/** The row limit of hosted projects. */
const MAX_ROWS = 1000;

// Without supabase-js's retries, which delay a failure by 7 s; the query client retries once.

/** Generated content, newest first (§7), paginated. Fails with Supabase's error. */
export function contentQuery(supabase: Supabase, filter: ContentFilter) {
  return infiniteQueryOptions({
    queryKey: ['generated_content', 'list', filter],
    initialPageParam: null as Range,
    getNextPageParam: nextRange,
    queryFn: async ({ signal, pageParam }): Promise<Page<Content>> => {
      const { from, to } = pageParam ?? { from: 0, to: PAGE_SIZE - 1 };
      let query = supabase
        .from('generated_content')
        .select('*, scheduled_posts(id, status, scheduled_time)', { count: 'exact' });
      if (filter.status) query = query.eq('status', filter.status);
      if (filter.platform) query = query.contains('platforms', [filter.platform]);
      if (filter.project) query = query.eq('project_id', filter.project);
      const { data, count } = await query
        .order('created_at', { ascending: false })
        .order('id')
        .range(from, to)
        .abortSignal(signal)
        .retry(false)
        .throwOnError();
      return { rows: data, from, total: count ?? 0 };
    },
  });
}

/**
 * The timeline, earliest first, each post with its content (§7), paginated in both directions. A long one starts
 * shortly before the next post after `now`. Fails with Supabase's error.
 */
export function timelineQuery(supabase: Supabase, filter: PostFilter, now: Date) {
  return infiniteQueryOptions({
    queryKey: ['scheduled_posts', 'list', filter],
    initialPageParam: null as Range,
    getPreviousPageParam: previousRange,
    getNextPageParam: nextRange,
    queryFn: async ({ signal, pageParam }): Promise<Page<ScheduledPost>> => {
      const read = async (from: number, to: number) => {
        const { data, count } = await filtered(
          supabase.from('scheduled_posts').select(columnsFor(filter), COUNTED),
          filter,
        )
          .order('scheduled_time', { ascending: true })
          .order('id')
          .range(from, to)
          .abortSignal(signal)
          .retry(false)
          .throwOnError();
        return { rows: data, from, total: count ?? 0 };
      };
      if (pageParam) return read(pageParam.from, pageParam.to);
      const past = filtered(
        supabase
          .from('scheduled_posts')
          .select(filter.platform || filter.project ? 'id, generated_content!inner(id)' : 'id', {
            ...COUNTED,
            head: true,
          }),
        filter,
      )
        .lt('scheduled_time', now.toISOString())
        .abortSignal(signal)
        .retry(false)
        .throwOnError();
      const [first, { count }] = await Promise.all([read(0, PAGE_SIZE - 1), past]);
      const start = timelineStart(first.total, count ?? 0);
      return start === 0 ? first : read(start, start + PAGE_SIZE - 1);
    },
    refetchInterval: ({ state }) => pollWhileUnderWay(state.data?.pages.flatMap(({ rows }) => rows) ?? []),
  });
}

/** All posts from `start` (inclusive) to `end` (exclusive, ISO 8601), earliest first. Fails with Supabase's error. */
export function spanQuery(supabase: Supabase, filter: PostFilter, { start, end }: { start: string; end: string }) {
  return queryOptions({
    queryKey: ['scheduled_posts', 'span', filter, start, end],
    queryFn: async ({ signal }): Promise<ScheduledPost[]> => {
      const posts: ScheduledPost[] = [];
      for (let total = 1; posts.length < total; ) {
        const { data, count } = await filtered(
          supabase.from('scheduled_posts').select(columnsFor(filter), COUNTED),
          filter,
        )
          .gte('scheduled_time', start)
          .lt('scheduled_time', end)
          .order('scheduled_time', { ascending: true })
          .order('id')
          .range(posts.length, posts.length + MAX_ROWS - 1)
          .abortSignal(signal)
          .retry(false)
          .throwOnError();
        if (data.length === 0) break;
        posts.push(...data);
        total = count ?? 0;
      }
      return posts;
    },
    refetchInterval: ({ state }) => pollWhileUnderWay(state.data ?? []),
  });
}

const COUNTED = { count: 'exact' } as const;

type Filterable = {
  eq(column: string, value: string): Filterable;
  contains(column: string, value: string[]): Filterable;
};

function filtered<Query>(query: Query, { status, platform, project }: PostFilter): Query {
  let narrowed = query as Filterable;
  if (status) narrowed = narrowed.eq('status', status);
  if (platform) narrowed = narrowed.contains('generated_content.platforms', [platform]);
  if (project) narrowed = narrowed.eq('generated_content.project_id', project);
  return narrowed as Query;
}

function nextRange({ rows, from, total }: Page<unknown>): Range | undefined {
  const next = from + rows.length;
  return rows.length > 0 && next < total ? { from: next, to: next + PAGE_SIZE - 1 } : undefined;
}

function previousRange({ from }: Page<unknown>): Range | undefined {
  return from > 0 ? { from: Math.max(0, from - PAGE_SIZE), to: from - 1 } : undefined;
}

/** Rows shown at first, and added by each "Show more". */
export const PAGE_SIZE = 50;

/** Past entries shown before the first upcoming one in a long timeline. */
const PAST_ENTRIES = 5;

/**
 * The first shown entry of a timeline ordered by time, given its total and the number of past entries: 0 while it fits
 * one page, else shortly before the first upcoming entry, so that the next post is never behind a "Show more".
 */
export function timelineStart(total: number, past: number): number {
  if (total <= PAGE_SIZE) return 0;
  return Math.max(0, past === total ? total - PAGE_SIZE : past - PAST_ENTRIES);
}

/** The content to preview, fresh; null where it is gone. Fails with what Supabase answers. */
export function previewQuery(supabase: Supabase, id: string) {
  return queryOptions({
    queryKey: ['generated_content', 'preview', id],
    queryFn: async ({ signal }): Promise<PreviewedContent | null> => {
      const { data } = await supabase
        .from('generated_content')
        .select(
          'id, caption, hashtags, alternatives, updated_at, platforms, media, media_url, content_type, as_document, link_card',
        )
        .eq('id', id)
        .abortSignal(signal)
        .retry(false)
        .maybeSingle()
        .throwOnError();
      return data;
    },
    staleTime: 0,
  });
}
