import { z } from 'zod';

/** What becomes of what was learned: nothing, a proposal, or the choice itself (app_settings.learning). */
export const LEARNING_MODES = ['off', 'suggest', 'on'] as const;
export const learningModeSchema = z.enum(LEARNING_MODES);
export type LearningMode = z.infer<typeof learningModeSchema>;

const times = z.number().min(0).max(1000);

/**
 * Why something was chosen, kept with the post. `best`: it has done best so far. `hardly_tried`: too few posts to say,
 * so it was tried. `compared`: others did as well or better, within what chance explains. `times`: times the usual, by
 * `posts` of its kind, likely between `low` and `high`. `among` so many choices; `learnedFrom` all posts. `seed` and the
 * same figures give the same choice.
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

/** A zone that this machine knows. */
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

/** The choice in a row, or null where there is none that can be read. */
export function readTimeChoice(value: unknown): TimeChoice | null {
  return timeChoiceSchema.safeParse(value).data ?? null;
}
