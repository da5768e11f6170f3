import { z } from 'zod';

/** How learning is used: not at all, for proposals, or for the choices themselves (app_settings.learning). */
export const LEARNING_MODES = ['off', 'suggest', 'on'] as const;
export const learningModeSchema = z.enum(LEARNING_MODES);
export type LearningMode = z.infer<typeof learningModeSchema>;

const times = z.number().min(0).max(1000);

/**
 * Why something was chosen, stored with the post. `best`: it has done best so far. `hardly_tried`: too few posts to
 * judge, so it was tried. `compared`: others did as well or better, but the difference may be chance. `times`: its
 * success relative to the usual, based on `posts` of its kind, probably between `low` and `high`. `among`: the number
 * of options; `learnedFrom`: the number of all posts. The same `seed` and data lead to the same choice.
 */
export const choiceSchema = z.object({
  why: z.enum(['best', 'hardly_tried', 'compared']),
  posts: z.number().int().min(0),
  times,
  low: times,
  high: times,
  among: z.number().int().min(1),
  learnedFrom: z.number().int().min(0),
  seed: z.string().max(200),
});
export type Choice = z.infer<typeof choiceSchema>;

/** A time zone that this runtime supports. */
export const timezoneSchema = z.string().max(100).refine(isTimezone);

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** scheduled_posts.time_choice: why learning chose the time of a post. */
export const timeChoiceSchema = z.object({
  ...choiceSchema.shape,
  at: z.iso.datetime({ offset: true }),
  timezone: timezoneSchema,
});
export type TimeChoice = z.infer<typeof timeChoiceSchema>;

/** Parses the choice stored in a row; null if there is none or it is unreadable. */
export function readTimeChoice(value: unknown): TimeChoice | null {
  return timeChoiceSchema.safeParse(value).data ?? null;
}
