import type { ContentStyleTemplatesRow } from './database.ts';

/** The style that a run works in. `id` is null for the built-in one. */
export type StyleTemplate = { id: string | null; name: string; prompt: string };

type StoredTemplate = Pick<
  ContentStyleTemplatesRow,
  'id' | 'created_at' | 'name' | 'prompt_template' | 'day_of_week' | 'is_active' | 'last_used_at'
>;

/** Used when the workspace has no template that may be used on the day. */
export const GENERAL_TEMPLATE: StyleTemplate = {
  id: null,
  name: 'General',
  prompt:
    'Write a clear, useful post about {niche} that gives the reader one thing to take away, in a friendly tone, and ends with a question.',
};

/**
 * The template of the day: with rotation on, the active one of the weekday (0 = Sunday to 6 = Saturday); otherwise an active one without a weekday;
 * else GENERAL_TEMPLATE. Among several, the one unused longest.
 */
export function chooseTemplate(
  templates: readonly StoredTemplate[],
  day: { rotation: boolean; weekday: number },
): StyleTemplate {
  const active = templates.filter((template) => template.is_active).sort(byLongestUnused);
  const ofTheDay = day.rotation ? active.find((template) => template.day_of_week === day.weekday) : undefined;
  const chosen = ofTheDay ?? active.find((template) => template.day_of_week === null);
  return chosen ? { id: chosen.id, name: chosen.name, prompt: chosen.prompt_template } : GENERAL_TEMPLATE;
}

/** Puts the niche wherever `{niche}` stands (§3). */
export function fillNiche(text: string, niche: string): string {
  return text.replaceAll('{niche}', () => niche);
}

/** Never used comes first, then the longest unused, then the oldest. */
function byLongestUnused(a: StoredTemplate, b: StoredTemplate): number {
  return (
    instantOf(a.last_used_at) - instantOf(b.last_used_at) ||
    instantOf(a.created_at) - instantOf(b.created_at) ||
    (a.id < b.id ? -1 : 1)
  );
}

function instantOf(timestamp: string | null): number {
  return timestamp === null ? Number.NEGATIVE_INFINITY : Date.parse(timestamp);
}
