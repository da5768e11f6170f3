import type { PostgrestError } from '@supabase/supabase-js';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Supabase, useSupabase } from '@/lib/supabase.ts';
import { ownTimeZone } from '../../../shared/time/time-zones.ts';
import type { AppSettingsRow } from '../../../shared/workspace/database.ts';
import { DEFAULT_SETTINGS } from '../../../shared/workspace/default-settings.ts';

/** PostgreSQL's code for a violated check: here, a zone that the database does not know. */
const CHECK_VIOLATION = '23514';

/**
 * The single settings row; if there is none yet, it is created with the defaults (§4, §7) in this browser's time zone.
 * Read as at most one row, because `single()` without a row causes an error in the browser's console. Throws Supabase's
 * error.
 */
export async function loadSettings(supabase: Supabase): Promise<AppSettingsRow> {
  const settings = supabase.from('app_settings');
  // Without supabase-js's own retries, which wait 7 s before a failure is seen; the query client retries once.
  const { data: row } = await settings.select('*').retry(false).maybeSingle().throwOnError();
  if (row) return row;
  // Refused if another window was faster; the query client's retry then reads that window's row.
  const create = async (timezone: string) =>
    (
      await settings
        .insert({ ...DEFAULT_SETTINGS, timezone })
        .select()
        .single()
        .throwOnError()
    ).data;
  try {
    return await create(ownTimeZone());
  } catch (error) {
    if ((error as Partial<PostgrestError>).code !== CHECK_VIOLATION) throw error;
    return create(DEFAULT_SETTINGS.timezone);
  }
}

/** Updates a settings row by id and returns all of it. Throws Supabase's error. */
export async function changeSettings(supabase: Supabase, id: string, fields: Partial<AppSettingsRow>) {
  const changed = supabase.from('app_settings').update(fields).eq('id', id).select().single();
  return (await changed.throwOnError()).data;
}

/** The settings as a query that all screens share. */
export function settingsQuery(supabase: Supabase) {
  return queryOptions({ queryKey: ['app_settings'], queryFn: () => loadSettings(supabase) });
}

/** The settings row; undefined until it is read, or if that fails. */
export function useSettings(): AppSettingsRow | undefined {
  const supabase = useSupabase();
  return useQuery(settingsQuery(supabase)).data;
}

/** The zone in which every screen shows times: the configured one, or the default until it is known. */
export function useTimeZone(): string {
  return useSettings()?.timezone ?? DEFAULT_SETTINGS.timezone;
}
