import { queryOptions } from '@tanstack/react-query';
import type { ScriptText } from '@/features/scripts/script.ts';
import type { Supabase } from '@/lib/supabase.ts';
import type { PuppeteerScriptsRow } from '../../../shared/workspace/database.ts';

/** The result of a save: the new row, or why nothing was written. */
export type SaveOutcome =
  | { kind: 'saved'; row: PuppeteerScriptsRow }
  | { kind: 'changed'; theirs: PuppeteerScriptsRow }
  | { kind: 'deleted' };

/** All scripts, newest first (§7). */
export function scriptsQuery(supabase: Supabase) {
  return queryOptions({
    queryKey: ['puppeteer_scripts'],
    queryFn: async () =>
      (
        await supabase
          .from('puppeteer_scripts')
          .select('*')
          .order('created_at', { ascending: false })
          .order('id')
          .throwOnError()
      ).data,
  });
}

/** Inserts a script and returns its row (§7). Throws an Error with the server's message. */
export async function createScript(supabase: Supabase, text: ScriptText): Promise<PuppeteerScriptsRow> {
  return (await supabase.from('puppeteer_scripts').insert(text).select().single().throwOnError()).data;
}

/**
 * Saves a script if it is unchanged since `base` was loaded; otherwise returns the conflict. Throws an Error with the
 * server's message.
 */
export async function saveScript(
  supabase: Supabase,
  base: PuppeteerScriptsRow,
  { name, code }: ScriptText,
): Promise<SaveOutcome> {
  const table = supabase.from('puppeteer_scripts');
  const unchanged = table.update({ name, code }).eq('id', base.id).eq('updated_at', base.updated_at);
  const { data: row } = await unchanged.select().maybeSingle().throwOnError();
  if (row) return { kind: 'saved', row };
  const { data: theirs } = await table.select('*').eq('id', base.id).maybeSingle().throwOnError();
  if (!theirs) return { kind: 'deleted' };
  if (theirs.name === name && theirs.code === code) return { kind: 'saved', row: theirs };
  return { kind: 'changed', theirs };
}

/** Deletes a script, which may already be deleted. Throws an Error with the server's message. */
export async function deleteScript(supabase: Supabase, id: string): Promise<void> {
  await supabase.from('puppeteer_scripts').delete().eq('id', id).throwOnError();
}
