import { PostgrestError } from '@supabase/supabase-js';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Supabase, useSupabase } from '@/lib/supabase.ts';
import type { AppSettingsRow } from '../../shared/database.ts';
import { DEFAULT_SETTINGS } from '../../shared/default-settings.ts';

/** PostgREST's code for "no row where one was asked for". */
const NO_ROW = 'PGRST116';
/** Postgres' code for a second row where one may be: another window was faster. */
const UNIQUE_VIOLATION = '23505';

/** The one settings row; the first time, when there is none, it is created with the defaults (§4, §7). Throws what Supabase answers. */
export async function loadSettings(supabase: Supabase): Promise<AppSettingsRow> {
  try {
    return await readRow(supabase);
  } catch (error) {
    if (codeOf(error) !== NO_ROW) throw error;
  }
  try {
    const { data } = await supabase.from('app_settings').insert(DEFAULT_SETTINGS).select().single().throwOnError();
    return data;
  } catch (error) {
    if (codeOf(error) !== UNIQUE_VIOLATION) throw error;
  }
  return readRow(supabase);
}

/** Without supabase-js's own retries, which wait 7 s before a failure is seen; the query client retries once. */
async function readRow(supabase: Supabase): Promise<AppSettingsRow> {
  return (await supabase.from('app_settings').select('*').retry(false).single().throwOnError()).data;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof PostgrestError ? error.code : undefined;
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
