import type { ContentStyleTemplatesRow } from '../workspace/database.ts';
import type { TemplateReason } from './post-reasons.ts';

/** The style of a run. `id` is null for the built-in one. */
export type StyleTemplate = { id: string | null; name: string; prompt: string };

export type StoredTemplate = Pick<
  ContentStyleTemplatesRow,
  'id' | 'created_at' | 'name' | 'prompt_template' | 'day_of_week' | 'is_active' | 'last_used_at'
>;

/** Used when the workspace has no suitable template for the day. */
export const GENERAL_TEMPLATE: StyleTemplate = {
  id: null,
  name: 'General',
  prompt:
    'Write a clear, useful post about {niche} that gives the reader one thing to take away, in a friendly tone, and ends with a question.',
};

/**
 * The template of the day: with rotation on, an active one for the weekday (0 = Sunday to 6 = Saturday); otherwise an
 * active one without a weekday; else GENERAL_TEMPLATE. Of several, the least recently used. Includes the reason.
 */
export function chooseTemplate(
  templates: readonly StoredTemplate[],
  { rotation, weekday }: { rotation: boolean; weekday: number },
): { template: StyleTemplate; reason: TemplateReason } {
  const active = templates.filter((template) => template.is_active).sort(byLongestUnused);
  const ofTheDay = rotation ? active.filter((template) => template.day_of_week === weekday) : [];
  const ofAnyDay = active.filter((template) => template.day_of_week === null);
  const missing = rotation ? weekday : null;
  const [first] = ofTheDay;
  if (first) return { template: styleOf(first), reason: { choice: 'weekday', weekday, ...factsOf(first, ofTheDay) } };
  const [next] = ofAnyDay;
  if (next) return { template: styleOf(next), reason: { choice: 'any_day', missing, ...factsOf(next, ofAnyDay) } };
  const { name } = GENERAL_TEMPLATE;
  return { template: GENERAL_TEMPLATE, reason: { choice: 'built_in', name, missing, active: active.length } };
}

function styleOf({ id, name, prompt_template: prompt }: StoredTemplate): StyleTemplate {
  return { id, name, prompt };
}

function factsOf({ name, last_used_at }: StoredTemplate, among: readonly StoredTemplate[]) {
  return { name, among: among.length, lastUsedAt: last_used_at };
}

/** Replaces `{niche}` (§3). */
export function fillNiche(text: string, niche: string): string {
  return text.replaceAll('{niche}', () => niche);
}

/** Never used first, then least recently used, then oldest. */
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
