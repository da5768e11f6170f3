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

/** How many files are read at a time. Few enough that their paths fit into an address. */
export const PAGE_SIZE = 60;

export const MEDIA_FILTERS = ['all', 'pictures', 'videos', 'unused', 'deleted'] as const;
export type MediaFilter = (typeof MEDIA_FILTERS)[number];

/** The orders of the library, each with its column; files of one value are in the order of their ids. */
const ORDERS = {
  newest: { column: 'created_at', ascending: false },
  oldest: { column: 'created_at', ascending: true },
  largest: { column: 'size_bytes', ascending: false },
  smallest: { column: 'size_bytes', ascending: true },
} as const;
export type MediaSort = keyof typeof ORDERS;
export const MEDIA_SORTS = Object.keys(ORDERS) as MediaSort[];

/** What of the library is looked for: words of names, tags, alt texts and captions, and a tag. */
export type MediaSearch = { words: string; tag: string | null };
/** What is shown of the library. */
export type MediaView = MediaSearch & { filter: MediaFilter; sort: MediaSort };

/** The last file of a page, after which the next one begins. */
type Cursor = Pick<MediaFile, 'created_at' | 'size_bytes' | 'id'>;

/**
 * The files that a view shows, page after page, with where each is used. Fails with what Supabase answers.
 */
export function mediaQuery(supabase: Supabase, view: MediaView) {
  const { column, ascending } = ORDERS[view.sort];
  return infiniteQueryOptions({
    queryKey: ['media', 'files', view],
    queryFn: async ({ pageParam, signal }): Promise<MediaFile[]> => {
      let query = filtered(supabase, view, view.filter)
        .order(column, { ascending })
        .order('id', { ascending })
        .limit(PAGE_SIZE);
      // After a file and not from a row number, so that a file that comes or goes meanwhile shifts nothing.
      if (pageParam) {
        const [beyond, value] = [ascending ? 'gt' : 'lt', pageParam[column]];
        query = query.or(`${column}.${beyond}."${value}",and(${column}.eq."${value}",id.${beyond}.${pageParam.id})`);
      }
      const { data } = await query.abortSignal(signal).retry(false).throwOnError();
      const uses = await usesOf(supabase, data, signal);
      return data.map((file) => ({ ...file, uses: uses.filter(({ path }) => path === file.path) }));
    },
    // Otherwise each page that comes is compared with all those before it, field by field.
    structuralSharing: false,
    initialPageParam: null as Cursor | null,
    getNextPageParam: (page): Cursor | null => (page.length < PAGE_SIZE ? null : (page.at(-1) ?? null)),
    // The last result stays while another one is read, so that the tiles do not blink at each letter.
    placeholderData: (previous) => previous,
  });
}

/** How many files each filter shows, of those that are looked for. */
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

/** The tags that files have, in the order of the alphabet. */
export function mediaTagsQuery(supabase: Supabase) {
  return queryOptions({
    queryKey: ['media', 'tags'],
    queryFn: async ({ signal }): Promise<MediaTagsRow[]> => {
      const query = supabase.from('media_tags').select('*').order('tag');
      return (await query.abortSignal(signal).retry(false).throwOnError()).data;
    },
  });
}

/** Everything that uses some files, as it is now; read again each time before files are deleted. */
export function mediaUsesQuery(supabase: Supabase, files: readonly Pick<MediaFile, 'path'>[]) {
  return queryOptions({
    queryKey: ['media', 'uses', files.map(({ path }) => path)],
    queryFn: ({ signal }) => usesOf(supabase, files, signal),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Deletes files from the library, or brings deleted ones back; answers the paths of those that were there. */
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

/** Adds and removes tags of files; answers of how many. */
export async function tagFiles(supabase: Supabase, paths: readonly string[], add: string[], remove: string[]) {
  let count = 0;
  for (const batch of batches(paths, MEDIA_BATCH_MAX)) {
    count += (await supabase.rpc('tag_media', { paths: batch, add, remove }).throwOnError()).data;
  }
  return count;
}

/** Keeps what a member says of a file. */
export async function saveDetails(supabase: Supabase, path: string, details: MediaDetails): Promise<void> {
  await supabase
    .from('media_details')
    .upsert({ path, ...details }, { onConflict: 'path' })
    .throwOnError();
}

/**
 * Reads the library and the dashboard's count of it again; with `cancelRefetch: false` not while that is being done
 * already.
 */
export async function refreshMedia(queryClient: QueryClient, options?: { cancelRefetch: boolean }): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['media'] }, options),
    queryClient.invalidateQueries({ queryKey: ['dashboard'] }, options),
  ]);
}

/** Changes files in all lists at once, or takes them out where `change` answers null. */
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
