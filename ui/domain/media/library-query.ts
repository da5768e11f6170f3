import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Supabase } from '@/lib/supabase.ts';
import { type LibraryFile, MEDIA_COLUMNS } from '../../../shared/posts/media-library.ts';

export type PickerFilter = 'all' | 'image' | 'video';

/** How many files are loaded at a time. */
const FILES_PER_PAGE = 48;

/** The library's pictures and videos, newest first; with a search text, only those that contain it. */
export function libraryQuery(supabase: Supabase, filter: PickerFilter, sought: string) {
  return infiniteQueryOptions({
    queryKey: ['media', 'picker', filter, sought],
    initialPageParam: 0,
    getNextPageParam: (page: LibraryFile[], _, from) => (page.length < FILES_PER_PAGE ? null : from + FILES_PER_PAGE),
    queryFn: async ({ pageParam, signal }): Promise<LibraryFile[]> => {
      let query = supabase.from('media_files').select(MEDIA_COLUMNS);
      if (filter === 'all') query = query.in('kind', ['picture', 'video']);
      else query = query.eq('kind', filter === 'image' ? 'picture' : 'video');
      // Backslash, percent and underscore are special characters of LIKE.
      if (sought) query = query.ilike('search_text', `%${sought.replace(/[\\%_]/g, '\\$&')}%`);
      const { data } = await query
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .range(pageParam, pageParam + FILES_PER_PAGE - 1)
        .abortSignal(signal)
        .retry(false)
        .throwOnError();
      return data;
    },
  });
}
