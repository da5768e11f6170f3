import { queryOptions } from '@tanstack/react-query';
import type { Supabase } from '@/lib/supabase.ts';
import type { ContentStyleTemplatesRow, Database } from '../../../shared/workspace/database.ts';

type Tables = Database['public']['Tables'];
type TemplateInsert = Tables['content_style_templates']['Insert'];
type TemplateUpdate = Tables['content_style_templates']['Update'];

export const TEMPLATES_KEY = ['content_style_templates'];

/**
 * Every template by its day, those without one last (§7); of one day the oldest first. Fails with what Supabase
 * answers.
 */
export function templatesQuery(supabase: Supabase) {
  return queryOptions({
    queryKey: TEMPLATES_KEY,
    queryFn: async ({ signal }): Promise<ContentStyleTemplatesRow[]> => {
      const { data } = await supabase
        .from('content_style_templates')
        .select('*')
        .order('day_of_week', { ascending: true })
        .order('created_at', { ascending: true })
        .abortSignal(signal)
        .retry(false)
        .throwOnError();
      return data;
    },
  });
}

/** The template as it is stored now, or null when it was deleted. Throws what Supabase answers. */
export async function readTemplate(supabase: Supabase, id: string): Promise<ContentStyleTemplatesRow | null> {
  const templates = supabase.from('content_style_templates');
  return (await templates.select('*').eq('id', id).retry(false).maybeSingle().throwOnError()).data;
}

/** Adds a template; a whole row comes back as it was, under its old id. Throws what Supabase answers. */
export async function insertTemplate(supabase: Supabase, row: TemplateInsert): Promise<void> {
  await supabase.from('content_style_templates').insert([row]).throwOnError();
}

/** Changes these fields; answers whether the template was still there. Throws what Supabase answers. */
export async function updateTemplate(supabase: Supabase, id: string, fields: TemplateUpdate): Promise<boolean> {
  const templates = supabase.from('content_style_templates');
  return (await templates.update(fields).eq('id', id).select('id').throwOnError()).data.length > 0;
}

/** Deletes a template and answers its last state, or null when it was gone already. Throws what Supabase answers. */
export async function deleteTemplate(supabase: Supabase, id: string): Promise<ContentStyleTemplatesRow | null> {
  const templates = supabase.from('content_style_templates');
  return (await templates.delete().eq('id', id).select().throwOnError()).data[0] ?? null;
}
