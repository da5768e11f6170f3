import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { MediaFile } from '@/features/media/media-file.ts';
import type { Supabase } from '@/lib/supabase.ts';
import { MEDIA_COLUMNS } from '../../../shared/posts/media-library.ts';
import type { MediaUsageRow } from '../../../shared/workspace/database.ts';

/** How many files are read at a time. Few enough that their paths fit into an address. */
export const PAGE_SIZE = 48;

export const MEDIA_FILTERS = ['all', 'pictures', 'videos', 'unused'] as const;
export type MediaFilter = (typeof MEDIA_FILTERS)[number];

/** The last file of a page, after which the next one begins. */
type Cursor = Pick<MediaFile, 'created_at' | 'id'>;

/**
 * The files that a filter shows, newest first, page after page, with where each is used. Fails with what Supabase
 * answers.
 */
export function mediaQuery(supabase: Supabase, filter: MediaFilter) {
  return infiniteQueryOptions({
    queryKey: ['media', 'files', filter],
    queryFn: async ({ pageParam, signal }): Promise<MediaFile[]> => {
      let query = filtered(supabase, filter)
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(PAGE_SIZE);
      // After a file and not from a row number, so that a file that comes or goes meanwhile shifts nothing.
      if (pageParam) {
        const { created_at, id } = pageParam;
        query = query.or(`created_at.lt."${created_at}",and(created_at.eq."${created_at}",id.lt.${id})`);
      }
      const { data } = await query.abortSignal(signal).retry(false).throwOnError();
      const paths = data.map(({ path }) => path);
      const uses = await usesOf(supabase, paths, signal);
      return data.map((file) => ({ ...file, uses: uses.filter(({ path }) => path === file.path) }));
    },
    initialPageParam: null as Cursor | null,
    getNextPageParam: (page): Cursor | null => (page.length < PAGE_SIZE ? null : (page.at(-1) ?? null)),
  });
}

/** How many files each filter shows. */
export function mediaCountsQuery(supabase: Supabase) {
  return queryOptions({
    queryKey: ['media', 'counts'],
    queryFn: async ({ signal }): Promise<Record<MediaFilter, number>> => {
      const counts = await Promise.all(
        MEDIA_FILTERS.map(async (filter) => {
          const query = filtered(supabase, filter, { count: 'exact', head: true });
          return [filter, (await query.abortSignal(signal).retry(false).throwOnError()).count ?? 0] as const;
        }),
      );
      return Object.fromEntries(counts) as Record<MediaFilter, number>;
    },
  });
}

/** Everything that uses one file, as it is now; refetched each time before a file is deleted. */
export function mediaUsesQuery(supabase: Supabase, path: string) {
  return queryOptions({
    queryKey: ['media', 'uses', path],
    queryFn: ({ signal }) => usesOf(supabase, [path], signal),
    staleTime: 0,
    gcTime: 0,
  });
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

/** Takes a deleted file from the lists at once. */
export function forgetFile(queryClient: QueryClient, path: string): void {
  queryClient.setQueriesData<InfiniteData<MediaFile[]>>(
    { queryKey: ['media', 'files'] },
    (list) => list && { ...list, pages: list.pages.map((page) => page.filter((file) => file.path !== path)) },
  );
}

function filtered(supabase: Supabase, filter: MediaFilter, count: { count?: 'exact'; head?: boolean } = {}) {
  const query = supabase.from('media_files').select(MEDIA_COLUMNS, count);
  if (filter === 'pictures') return query.like('mime_type', 'image/%');
  if (filter === 'videos') return query.like('mime_type', 'video/%');
  return filter === 'unused' ? query.is('used', false) : query;
}

async function usesOf(supabase: Supabase, paths: string[], signal: AbortSignal): Promise<MediaUsageRow[]> {
  if (paths.length === 0) return [];
  const query = supabase.from('media_usage').select('*').in('path', paths).order('created_at').order('id');
  return (await query.abortSignal(signal).retry(false).throwOnError()).data;
}
