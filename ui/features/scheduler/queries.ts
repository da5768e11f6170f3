import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { DELIVERY_COLUMNS, type DeliverySummary, pollWhileUnderWay } from '@/domain/publishing/deliveries.ts';
import { type Filter, type ListTab, TABS, termsOf } from '@/features/scheduler/filters/filters.ts';
import type { Supabase } from '@/lib/supabase.ts';
import type { GeneratedContentRow, PostStatus, ScheduledPostsRow } from '../../../shared/workspace/database.ts';

/** The content of a post, with all its places in the timeline. */
export type Content = GeneratedContentRow & {
  scheduled_posts: { id: string; status: PostStatus; scheduled_time: string }[];
  post_series: { id: string; stopped_at: string | null } | null;
};

/** A place in the timeline, with its deliveries. */
export type Place = ScheduledPostsRow & { post_deliveries: DeliverySummary[] };

/**
 * A post of the list: a place in the timeline with its content or, without a place, the content. `id` is that of
 * either.
 */
export type Post = { id: string; content: Content; place: Place | null };

/** A place as the calendar shows it. */
export type ScheduledPost = Place & {
  generated_content: Pick<
    GeneratedContentRow,
    'id' | 'caption' | 'content_type' | 'platforms' | 'account_ids' | 'media' | 'media_url'
  > &
    Pick<Content, 'post_series'>;
};

/** The id of the series that content belongs to, or null. */
export function seriesOf({ post_series }: Pick<Content, 'post_series'>): string | null {
  return post_series?.stopped_at === null ? post_series.id : null;
}

/** A page of a list with `total` rows, starting at row `from`. */
export type Page<Row> = { rows: Row[]; from: number; total: number };

/** Rows shown at first, and added by each "Show more". */
export const PAGE_SIZE = 50;
/** The row limit of hosted projects. */
const MAX_ROWS = 1000;
const COUNTED = { count: 'exact' } as const;

const CONTENT_COLUMNS = '*, scheduled_posts(id, status, scheduled_time), post_series(id, stopped_at)';
const PLACE_COLUMNS = `*, ${DELIVERY_COLUMNS}` as const;
const CHIP_COLUMNS =
  `${PLACE_COLUMNS}, generated_content!inner(id, caption, content_type, platforms, account_ids, media, media_url, post_series(id, stopped_at))` as const;

// Without supabase-js's retries, which delay a failure by 7 s; the query client retries once.

/**
 * The posts of a tab, or of all tabs, that match a filter and a search, paginated: upcoming ones in order of time, all
 * others newest first. Fails with Supabase's error.
 */
export function listQuery(supabase: Supabase, tab: ListTab | 'all', filter: Filter, search: string) {
  const terms = termsOf(search);
  const isUpcoming = tab === 'queue' || tab === 'turn';
  return infiniteQueryOptions({
    queryKey: ['scheduled_posts', 'list', tab, filter, terms],
    initialPageParam: 0,
    getNextPageParam: ({ rows, from, total }: Page<Post>) =>
      rows.length > 0 && from + rows.length < total ? from + PAGE_SIZE : undefined,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal, pageParam: from }): Promise<Page<Post>> => {
      let listed = supabase.from('listed_posts').select('id, content_id', COUNTED);
      if (tab !== 'all') listed = listed.in('status', TABS[tab]);
      if (filter.platform) listed = listed.contains('platforms', [filter.platform]);
      if (filter.project) listed = listed.eq('project_id', filter.project);
      if (filter.label) listed = listed.contains('labels', [filter.label]);
      for (const term of terms) listed = listed.ilike('words', term);
      const { data, count } = await listed
        .order('at', { ascending: isUpcoming })
        .order('id')
        .range(from, from + PAGE_SIZE - 1)
        .abortSignal(signal)
        .retry(false)
        .throwOnError();
      return { rows: await readPosts(supabase, data, signal), from, total: count ?? 0 };
    },
    refetchInterval: ({ state }) =>
      pollWhileUnderWay(state.data?.pages.flatMap(({ rows }) => rows.flatMap(({ place }) => place ?? [])) ?? []),
  });
}

/** A post by the id of its place or of its content, fresh; null if it is gone. Fails with Supabase's error. */
export function postQuery(supabase: Supabase, id: string) {
  return queryOptions({
    queryKey: ['scheduled_posts', 'post', id],
    queryFn: async ({ signal }): Promise<Post | null> => {
      const { data: place } = await supabase
        .from('scheduled_posts')
        .select('id, content_id')
        .eq('id', id)
        .abortSignal(signal)
        .retry(false)
        .maybeSingle()
        .throwOnError();
      const [post] = await readPosts(supabase, [place ?? { id, content_id: id }], signal);
      return post ?? null;
    },
    staleTime: 0,
    refetchInterval: ({ state }) => pollWhileUnderWay(state.data?.place ? [state.data.place] : []),
  });
}

/** The posts of these places, or of content without one, in the same order; those that are gone are left out. */
async function readPosts(
  supabase: Supabase,
  listed: readonly { id: string; content_id: string }[],
  signal: AbortSignal,
): Promise<Post[]> {
  if (listed.length === 0) return [];
  const ids = listed.map(({ id }) => id);
  const contentIds = [...new Set(listed.map(({ content_id }) => content_id))];
  const [contents, places] = await Promise.all([
    supabase
      .from('generated_content')
      .select(CONTENT_COLUMNS)
      .in('id', contentIds)
      .abortSignal(signal)
      .retry(false)
      .throwOnError(),
    supabase
      .from('scheduled_posts')
      .select(PLACE_COLUMNS)
      .in('id', ids)
      .abortSignal(signal)
      .retry(false)
      .throwOnError(),
  ]);
  const contentOf = new Map(contents.data.map((content) => [content.id, content]));
  const placeOf = new Map(places.data.map((place) => [place.id, place]));
  return listed.flatMap(({ id, content_id }) => {
    const content = contentOf.get(content_id);
    const place = placeOf.get(id) ?? null;
    return content && (place || id === content_id) ? [{ id, content, place }] : [];
  });
}

/** All places from `start` (inclusive) to `end` (exclusive, ISO 8601), earliest first. Fails with Supabase's error. */
export function spanQuery(supabase: Supabase, filter: Filter, { start, end }: { start: string; end: string }) {
  return queryOptions({
    queryKey: ['scheduled_posts', 'span', filter, start, end],
    queryFn: async ({ signal }): Promise<ScheduledPost[]> => {
      const posts: ScheduledPost[] = [];
      for (let total = 1; posts.length < total; ) {
        let span = supabase.from('scheduled_posts').select(CHIP_COLUMNS, COUNTED);
        if (filter.platform) span = span.contains('generated_content.platforms', [filter.platform]);
        if (filter.project) span = span.eq('generated_content.project_id', filter.project);
        if (filter.label) span = span.contains('generated_content.labels', [filter.label]);
        const { data, count } = await span
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
