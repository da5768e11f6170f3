import { queryOptions } from '@tanstack/react-query';
import type { Supabase } from '@/lib/supabase.ts';
import type { ContentStyleTemplatesRow, Database } from '../../../shared/workspace/database.ts';

type Tables = Database['public']['Tables'];
type TemplateInsert = Tables['content_style_templates']['Insert'];
type TemplateUpdate = Tables['content_style_templates']['Update'];

export const TEMPLATES_KEY = ['content_style_templates'];

/** Every template by its day, those without one last (§7), oldest first within a day. Fails with Supabase's error. */
export function templatesQuery(supabase: Supabase) {
  return queryOptions({
    queryKey: TEMPLATES_KEY,
    queryFn: async ({ signal }): Promise<ContentStyleTemplatesRow[]> => {
      const { data } = await supabase
        .from('content_style_templates')
        .select('*')
        .order('day_of_week', { ascending: true })
        .order('created_at', { ascending: true })
        // A stable order for templates created in the same millisecond.
        .order('id')
        .abortSignal(signal)
        .retry(false)
        .throwOnError();
      return data;
    },
  });
}

/** The template as stored now, or null if deleted. Throws Supabase's error. */
export async function readTemplate(supabase: Supabase, id: string): Promise<ContentStyleTemplatesRow | null> {
  const templates = supabase.from('content_style_templates');
  return (await templates.select('*').eq('id', id).retry(false).maybeSingle().throwOnError()).data;
}

/** Adds a template; a complete row is restored under its old id. Throws Supabase's error. */
export async function insertTemplate(supabase: Supabase, row: TemplateInsert): Promise<void> {
  await supabase.from('content_style_templates').insert([row]).throwOnError();
}

/** Updates fields; returns whether the template still exists. Throws Supabase's error. */
export async function updateTemplate(supabase: Supabase, id: string, fields: TemplateUpdate): Promise<boolean> {
  const templates = supabase.from('content_style_templates');
  return (await templates.update(fields).eq('id', id).select('id').throwOnError()).data.length > 0;
}

/** Deletes a template and returns its last state, or null if it was already deleted. Throws Supabase's error. */
export async function deleteTemplate(supabase: Supabase, id: string): Promise<ContentStyleTemplatesRow | null> {
  const templates = supabase.from('content_style_templates');
  return (await templates.delete().eq('id', id).select().throwOnError()).data[0] ?? null;
}
