import type { Choice } from '../learning/choice.ts';
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

/** Chooses among a day's templates by their past success; null if it makes no choice. */
export type LearnedTemplate = (among: readonly StoredTemplate[]) => { option: StoredTemplate; choice: Choice } | null;

/**
 * The template of the day: with rotation on, an active one for the weekday (0 = Sunday to 6 = Saturday); otherwise an
 * active one without a weekday; otherwise GENERAL_TEMPLATE. Of several, the one that `learned` chooses, or the least
 * recently used. Includes the reason.
 */
export function chooseTemplate(
  templates: readonly StoredTemplate[],
  { rotation, weekday, learned }: { rotation: boolean; weekday: number; learned?: LearnedTemplate | undefined },
): { template: StyleTemplate; reason: TemplateReason } {
  const active = templates.filter((template) => template.is_active).sort(byLongestUnused);
  const ofTheDay = rotation ? active.filter((template) => template.day_of_week === weekday) : [];
  const ofAnyDay = active.filter((template) => template.day_of_week === null);
  const missing = rotation ? weekday : null;
  const first = oneOf(ofTheDay, learned);
  if (first) return { template: first.style, reason: { choice: 'weekday', weekday, ...first.facts } };
  const next = oneOf(ofAnyDay, learned);
  if (next) return { template: next.style, reason: { choice: 'any_day', missing, ...next.facts } };
  const { name } = GENERAL_TEMPLATE;
  return { template: GENERAL_TEMPLATE, reason: { choice: 'built_in', name, missing, active: active.length } };
}

function oneOf(among: readonly StoredTemplate[], learned: LearnedTemplate | undefined) {
  const found = learned?.(among);
  const one = found?.option ?? among[0];
  if (!one) return null;
  const { id, name, prompt_template: prompt, last_used_at: lastUsedAt } = one;
  const facts = { name, among: among.length, lastUsedAt, ...(found && { learned: found.choice }) };
  return { style: { id, name, prompt }, facts };
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
