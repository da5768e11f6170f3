import { z } from 'zod';
import { TEMPLATE_STYLES } from './template-style.ts';

/** Why a post is as it is, kept with it as generated_content.reasons. shared/reason-words.ts says it to people. */

const weekday = z.number().int().min(0).max(6);
const count = z.number().int().min(0);

/**
 * The project on `date` (a local date): it `had` so many of the `wanted` posts. "newest": no project lacked any;
 * "only": there was no other; "asked": a person chose it.
 */
const projectReasonSchema = z.object({
  name: z.string(),
  choice: z.enum(['lacking', 'newest', 'only', 'asked']),
  date: z.iso.date(),
  had: count,
  wanted: count,
});
export type ProjectReason = z.infer<typeof projectReasonSchema>;

/**
 * The template: the one unused longest of `among` that could be taken, last used at `lastUsedAt` (ISO 8601; null for
 * never). `missing` is the weekday that rotation found no template for, null where rotation is off. Weekdays are 0 =
 * Sunday to 6 = Saturday (§9).
 */
const templateReasonSchema = z.discriminatedUnion('choice', [
  z.object({
    choice: z.literal('weekday'),
    name: z.string(),
    weekday,
    among: count,
    lastUsedAt: z.string().nullable(),
  }),
  z.object({
    choice: z.literal('any_day'),
    name: z.string(),
    missing: weekday.nullable(),
    among: count,
    lastUsedAt: z.string().nullable(),
  }),
  z.object({
    choice: z.literal('built_in'),
    name: z.string(),
    missing: weekday.nullable(),
    /** How many templates were active, none of which was meant for the day. */
    active: count,
  }),
]);
export type TemplateReason = z.infer<typeof templateReasonSchema>;

/**
 * The time: the `nth` of the `of` posts that were spread over what was left of one stretch of posting hours. `later`
 * says why today's hours were left out: no room, the project's share taken, over, or skipped by a change of the clocks. `keptApart`: moved to stay
 * 30 minutes away from other posts.
 */
const timeReasonSchema = z.object({
  at: z.string(),
  timezone: z.string().refine(isTimezone),
  startHour: z.number().int().min(0).max(23),
  endHour: z.number().int().min(0).max(23),
  nth: z.number().int().min(1),
  of: z.number().int().min(1),
  later: z.enum(['full', 'share', 'over', 'skipped']).nullable(),
  keptApart: z.boolean(),
});
export type TimeReason = z.infer<typeof timeReasonSchema>;

/**
 * What the built-in writer made: a shape that sources can have, or an invitation to followers where there is no source.
 * `asked` is the style that the template asks for.
 */
const postFormSchema = z.object({
  asked: z.enum([...TEMPLATE_STYLES, 'general']),
  made: z.enum(['insight', 'list', 'steps', 'tip', 'question', 'quote', 'fact', 'story', 'invitation']),
});
export type PostForm = z.infer<typeof postFormSchema>;

export const postReasonsSchema = z.object({
  trigger: z.enum(['on_demand', 'autopilot']),
  project: projectReasonSchema,
  template: templateReasonSchema,
  time: timeReasonSchema,
  /** Absent where a model wrote. */
  form: postFormSchema.optional(),
});
export type PostReasons = z.infer<typeof postReasonsSchema>;

/** The reasons that a row holds, or null where it has none that can be read. */
export function readReasons(value: unknown): PostReasons | null {
  return postReasonsSchema.safeParse(value).data ?? null;
}

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
