import { z } from 'zod';
import { voiceExampleSchema } from '../ai/voice.ts';
import { choiceSchema, timezoneSchema } from '../learning/choice.ts';
import { TEMPLATE_STYLES } from './template-style.ts';

/** Why a post was made as it is, stored as generated_content.reasons. reason-words.ts puts it into words. */

const weekday = z.number().int().min(0).max(6);
const count = z.number().int().min(0);

/**
 * The project on `date` (a local date), when it `had` this many of the `wanted` posts. "lacking": the newest that
 * lacked posts; "newest": no project lacked any; "only": there was no other; "asked": the user chose it.
 */
const projectReasonSchema = z.object({
  name: z.string(),
  choice: z.enum(['lacking', 'newest', 'only', 'asked']),
  date: z.iso.date(),
  had: count,
  wanted: count,
  /** Why learning chose it among the projects that lacked posts. */
  learned: choiceSchema.optional(),
});
export type ProjectReason = z.infer<typeof projectReasonSchema>;

/**
 * The template: of the `among` available ones, the least recently used, at `lastUsedAt` (ISO 8601; null for never). If
 * `learned` is set, it was chosen for that reason instead. `missing` is the weekday without a template under rotation;
 * null if rotation is off. Weekdays are 0 = Sunday to 6 = Saturday (§9).
 */
const templateReasonSchema = z.discriminatedUnion('choice', [
  z.object({
    choice: z.literal('weekday'),
    name: z.string(),
    weekday,
    among: count,
    lastUsedAt: z.string().nullable(),
    learned: choiceSchema.optional(),
  }),
  z.object({
    choice: z.literal('any_day'),
    name: z.string(),
    missing: weekday.nullable(),
    among: count,
    lastUsedAt: z.string().nullable(),
    learned: choiceSchema.optional(),
  }),
  z.object({
    choice: z.literal('built_in'),
    name: z.string(),
    missing: weekday.nullable(),
    /** The number of active templates, none of them for the day. */
    active: count,
  }),
]);
export type TemplateReason = z.infer<typeof templateReasonSchema>;

/**
 * The time: the `nth` of `of` posts spread over the rest of one window of posting hours. `later` says why today's hours
 * were not used: no room, the project's share used up, over, or skipped by a clock change. `keptApart`: moved to stay
 * 30 minutes away from other posts.
 */
const timeReasonSchema = z.object({
  at: z.string(),
  timezone: timezoneSchema,
  startHour: z.number().int().min(0).max(23),
  endHour: z.number().int().min(0).max(23),
  nth: z.number().int().min(1),
  of: z.number().int().min(1),
  later: z.enum(['full', 'share', 'over', 'skipped']).nullable(),
  keptApart: z.boolean(),
  /** It is one of the posting times that the user chose. */
  isChosen: z.boolean().optional(),
  /** Why learning chose it among the free times of the same hours. */
  learned: choiceSchema.optional(),
});
export type TimeReason = z.infer<typeof timeReasonSchema>;

/**
 * What the built-in writer made: a format from the sources, or an invitation to followers without sources. `asked` is
 * the style requested by the template.
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
  /** Absent for a model's posts. */
  form: postFormSchema.optional(),
  /** The beginnings of the user's captions that the model was given as examples of their voice. */
  voice: z.array(voiceExampleSchema).optional(),
});
export type PostReasons = z.infer<typeof postReasonsSchema>;

/** The reasons in a row, or null if they are unreadable. */
export function readReasons(value: unknown): PostReasons | null {
  return postReasonsSchema.safeParse(value).data ?? null;
}
