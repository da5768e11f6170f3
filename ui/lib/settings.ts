import type { PostgrestError } from '@supabase/supabase-js';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Supabase, useSupabase } from '@/lib/supabase.ts';
import type { AppSettingsRow } from '../../shared/database.ts';
import { DEFAULT_SETTINGS } from '../../shared/default-settings.ts';

/** PostgREST's code for "no row where one was asked for". */
const NO_ROW = 'PGRST116';

/** The one settings row; the first time, when there is none, it is created with the defaults (§4, §7). Throws what Supabase answers. */
export async function loadSettings(supabase: Supabase): Promise<AppSettingsRow> {
  const settings = supabase.from('app_settings');
  try {
    // Without supabase-js's own retries, which wait 7 s before a failure is seen; the query client retries once.
    return (await settings.select('*').retry(false).single().throwOnError()).data;
  } catch (error) {
    if ((error as Partial<PostgrestError>).code !== NO_ROW) throw error;
  }
  // Refused where another window was faster; the query client's retry then reads that window's row.
  return (await settings.insert(DEFAULT_SETTINGS).select().single().throwOnError()).data;
}

/** The settings as a query, so that every screen shares one answer. */
export function settingsQuery(supabase: Supabase) {
  return queryOptions({ queryKey: ['app_settings'], queryFn: () => loadSettings(supabase) });
}

/** The settings row, or undefined until it is read (or when it cannot be). */
export function useSettings(): AppSettingsRow | undefined {
  const supabase = useSupabase();
  return useQuery(settingsQuery(supabase)).data;
}

/** The zone that every screen shows times in: the configured one, or the default until it is known. */
export function useTimeZone(): string {
  return useSettings()?.timezone ?? DEFAULT_SETTINGS.timezone;
}
