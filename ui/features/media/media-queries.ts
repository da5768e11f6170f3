import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { MediaFile } from '@/features/media/media-file.ts';
import type { Supabase } from '@/lib/supabase.ts';
import {
  MEDIA_BATCH_MAX,
  MEDIA_COLUMNS,
  type MediaDetails,
  searchPatterns,
  tagFilter,
} from '../../../shared/posts/media-library.ts';
import type { MediaTagsRow, MediaUsageRow } from '../../../shared/workspace/database.ts';

/** Files per page. Few enough that their paths fit into a URL. */
export const PAGE_SIZE = 60;

export const MEDIA_FILTERS = ['all', 'pictures', 'videos', 'unused', 'deleted'] as const;
export type MediaFilter = (typeof MEDIA_FILTERS)[number];

/** The sort orders with their columns; ties are sorted by id. */
const ORDERS = {
  newest: { column: 'created_at', ascending: false },
  oldest: { column: 'created_at', ascending: true },
  largest: { column: 'size_bytes', ascending: false },
  smallest: { column: 'size_bytes', ascending: true },
} as const;
export type MediaSort = keyof typeof ORDERS;
export const MEDIA_SORTS = Object.keys(ORDERS) as MediaSort[];

/** A search of the library: words in names, tags, alt texts and captions, and a tag. */
export type MediaSearch = { words: string; tag: string | null };
export type MediaView = MediaSearch & { filter: MediaFilter; sort: MediaSort };

/** The last file of a page, where the next page starts. */
type Cursor = Pick<MediaFile, 'created_at' | 'size_bytes' | 'id'>;

/** The files of a view with their uses, page by page. Fails with Supabase's error. */
export function mediaQuery(supabase: Supabase, view: MediaView) {
  const { column, ascending } = ORDERS[view.sort];
  return infiniteQueryOptions({
    queryKey: ['media', 'files', view],
    queryFn: async ({ pageParam, signal }): Promise<MediaFile[]> => {
      let query = filtered(supabase, view, view.filter)
        .order(column, { ascending })
        .order('id', { ascending })
        .limit(PAGE_SIZE);
      // After a file rather than an offset, so that added or removed files shift nothing.
      if (pageParam) {
        const [beyond, value] = [ascending ? 'gt' : 'lt', pageParam[column]];
        query = query.or(`${column}.${beyond}."${value}",and(${column}.eq."${value}",id.${beyond}.${pageParam.id})`);
      }
      const { data } = await query.abortSignal(signal).retry(false).throwOnError();
      const uses = await usesOf(supabase, data, signal);
      return data.map((file) => ({ ...file, uses: uses.filter(({ path }) => path === file.path) }));
    },
    // Otherwise each page is deeply compared with all earlier ones.
    structuralSharing: false,
    initialPageParam: null as Cursor | null,
    getNextPageParam: (page): Cursor | null => (page.length < PAGE_SIZE ? null : (page.at(-1) ?? null)),
    // Keeps the previous result while loading, so that the tiles do not flicker while typing.
    placeholderData: (previous) => previous,
  });
}

/** The number of matching files per filter. */
export function mediaCountsQuery(supabase: Supabase, { words, tag }: MediaSearch) {
  return queryOptions({
    queryKey: ['media', 'counts', { words, tag }],
    queryFn: async ({ signal }): Promise<Record<MediaFilter, number>> => {
      const counts = await Promise.all(
        MEDIA_FILTERS.map(async (filter) => {
          const query = filtered(supabase, { words, tag }, filter, { count: 'exact', head: true });
          return [filter, (await query.abortSignal(signal).retry(false).throwOnError()).count ?? 0] as const;
        }),
      );
      return Object.fromEntries(counts) as Record<MediaFilter, number>;
    },
    placeholderData: (previous) => previous,
  });
}

/** The tags in use, alphabetically. */
export function mediaTagsQuery(supabase: Supabase) {
  return queryOptions({
    queryKey: ['media', 'tags'],
    queryFn: async ({ signal }): Promise<MediaTagsRow[]> => {
      const query = supabase.from('media_tags').select('*').order('tag');
      return (await query.abortSignal(signal).retry(false).throwOnError()).data;
    },
  });
}

/** The current uses of some files; refetched before each deletion. */
export function mediaUsesQuery(supabase: Supabase, files: readonly Pick<MediaFile, 'path'>[]) {
  return queryOptions({
    queryKey: ['media', 'uses', files.map(({ path }) => path)],
    queryFn: ({ signal }) => usesOf(supabase, files, signal),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Deletes or restores files; returns the paths of those found. */
export async function moveFiles(
  supabase: Supabase,
  move: 'delete_media' | 'restore_media',
  paths: readonly string[],
): Promise<string[]> {
  const moved: string[] = [];
  for (const batch of batches(paths, MEDIA_BATCH_MAX)) {
    moved.push(...(await supabase.rpc(move, { paths: batch }).throwOnError()).data);
  }
  return moved;
}

/** Adds and removes tags of files; returns the number of files. */
export async function tagFiles(supabase: Supabase, paths: readonly string[], add: string[], remove: string[]) {
  let count = 0;
  for (const batch of batches(paths, MEDIA_BATCH_MAX)) {
    count += (await supabase.rpc('tag_media', { paths: batch, add, remove }).throwOnError()).data;
  }
  return count;
}

/** Saves a file's details. */
export async function saveDetails(supabase: Supabase, path: string, details: MediaDetails): Promise<void> {
  await supabase
    .from('media_details')
    .upsert({ path, ...details }, { onConflict: 'path' })
    .throwOnError();
}

/** Refetches the library and the dashboard's count; with `cancelRefetch: false` not if already refetching. */
export async function refreshMedia(queryClient: QueryClient, options?: { cancelRefetch: boolean }): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['media'] }, options),
    queryClient.invalidateQueries({ queryKey: ['dashboard'] }, options),
  ]);
}

/** Updates files in all cached lists, or removes them if `change` returns null. */
export function changeFiles(
  queryClient: QueryClient,
  paths: readonly string[],
  change: (file: MediaFile) => MediaFile | null,
): void {
  const wanted = new Set(paths);
  const changed = (file: MediaFile) => (wanted.has(file.path) ? (change(file) ?? []) : file);
  queryClient.setQueriesData<InfiniteData<MediaFile[]>>(
    { queryKey: ['media', 'files'] },
    (list) => list && { ...list, pages: list.pages.map((page) => page.flatMap(changed)) },
  );
}

function filtered(
  supabase: Supabase,
  { words, tag }: MediaSearch,
  filter: MediaFilter,
  count: { count?: 'exact'; head?: boolean } = {},
) {
  let query =
    filter === 'deleted'
      ? supabase.from('media_objects').select(MEDIA_COLUMNS, count).not('deleted_at', 'is', null)
      : supabase.from('media_files').select(MEDIA_COLUMNS, count);
  if (filter === 'pictures') query = query.eq('kind', 'picture');
  if (filter === 'videos') query = query.eq('kind', 'video');
  if (filter === 'unused') query = query.is('used', false);
  if (tag !== null) query = query.contains('tags', tagFilter(tag));
  for (const pattern of searchPatterns(words)) query = query.ilike('search_text', pattern);
  return query;
}

async function usesOf(
  supabase: Supabase,
  files: readonly Pick<MediaFile, 'path'>[],
  signal: AbortSignal,
): Promise<MediaUsageRow[]> {
  const rows = await Promise.all(
    batches(files, PAGE_SIZE).map(async (batch) => {
      const paths = batch.map(({ path }) => path);
      const query = supabase.from('media_usage').select('*').in('path', paths).order('created_at').order('id');
      return (await query.abortSignal(signal).retry(false).throwOnError()).data;
    }),
  );
  return rows.flat();
}

function batches<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}
