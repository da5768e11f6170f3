import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { Temporal } from 'temporal-polyfill';
import type { Supabase } from '@/lib/supabase.ts';
import { hoursOfAccounts } from '../../../shared/posts/account-times.ts';
import { type LibraryFile, MEDIA_COLUMNS } from '../../../shared/posts/media-library.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';
import { nextFreeSlot, postingHours } from '../../../shared/posts/scheduling.ts';
import type { AppSettingsRow } from '../../../shared/workspace/database.ts';
import { DEFAULT_SETTINGS } from '../../../shared/workspace/default-settings.ts';

/** Where a post goes; `accounts` is null where it goes to none. */
type Goal = { platforms: Platform[]; accounts: string[] | null };

/** The next free slot of a post that goes there, while `isAsked`; defaults apply without a settings row. */
export function slotQuery(
  supabase: Supabase,
  settings: AppSettingsRow | undefined,
  { zone, goal, isAsked }: { zone: string; goal: Goal; isAsked: boolean },
) {
  return queryOptions({
    queryKey: ['scheduled_posts', 'slot', settings, goal],
    queryFn: () => findSlot(supabase, settings ?? { ...DEFAULT_SETTINGS, timezone: zone }, goal),
    enabled: isAsked && settings !== undefined,
    staleTime: 30_000,
  });
}

type SlotSettings = Parameters<typeof postingHours>[0];

/** The next free slot of a post, as ISO 8601; null if there is none. Throws Supabase's error. */
async function findSlot(supabase: Supabase, settings: SlotSettings, goal: Goal): Promise<string | null> {
  const accounts = await supabase.rpc('post_accounts', goal).retry(false).throwOnError();
  const hours = hoursOfAccounts(postingHours(settings), accounts.data);
  const ids = hours.accounts?.map(({ id }) => id) ?? null;
  const slot = await nextFreeSlot(Temporal.Now.instant(), hours, async ({ start, end }) => {
    const { data } = await supabase
      .rpc('taken_times', { since: start.toString(), until: end.toString(), accounts: ids })
      .retry(false)
      .throwOnError();
    return data.map((time) => Temporal.Instant.from(time));
  });
  return slot?.toString() ?? null;
}

const HASHTAGS_ASKED = 24;

/** Previously used hashtags with this prefix, most used first; keeps the previous result while loading. */
export function usedHashtagsQuery(supabase: Supabase, begun: string) {
  return queryOptions({
    queryKey: ['used-hashtags', begun],
    queryFn: async ({ signal }) => {
      const used = supabase.rpc('used_hashtags', { prefix: begun, most: HASHTAGS_ASKED });
      return (await used.abortSignal(signal).retry(false).throwOnError()).data;
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

export type PickerFilter = 'all' | 'image' | 'video';

/** How many files are read at a time. */
const FILES_PER_PAGE = 48;

/** The pictures and videos of the library, the newest first; with words, those that have them. */
export function libraryQuery(supabase: Supabase, filter: PickerFilter, sought: string) {
  return infiniteQueryOptions({
    queryKey: ['media', 'picker', filter, sought],
    initialPageParam: 0,
    getNextPageParam: (page: LibraryFile[], _, from) => (page.length < FILES_PER_PAGE ? null : from + FILES_PER_PAGE),
    queryFn: async ({ pageParam, signal }): Promise<LibraryFile[]> => {
      let query = supabase.from('media_files').select(MEDIA_COLUMNS);
      if (filter === 'all') query = query.in('kind', ['picture', 'video']);
      else query = query.eq('kind', filter === 'image' ? 'picture' : 'video');
      // Backslash, percent and underscore mean something to LIKE.
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
