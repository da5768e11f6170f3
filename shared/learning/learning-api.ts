import { z } from 'zod';
import { choiceSchema, learningModeSchema, timeChoiceSchema, timezoneSchema } from './choice.ts';

/** Whose posts: those of an account, or without one those of all. */
export const learningQuerySchema = z.object({ account: z.uuid('expected the id of an account').optional() });

export const learningChangeSchema = z.object({ mode: learningModeSchema });

const knownSchema = choiceSchema.pick({ posts: true, times: true, low: true, high: true }).extend({
  /** Too few posts to say; it is tried. */
  isHardlyTried: z.boolean(),
});
export type KnownArm = z.infer<typeof knownSchema>;

/**
 * What was learned, the best first: hours that the posting times or hours allow, active templates, projects. `posts` are
 * those that count, `needed` how many say anything. `next` is the time that learning would choose now; null where it has
 * nothing to say, or agrees with the next free slot.
 */
export const learningSchema = z.object({
  mode: learningModeSchema,
  timezone: timezoneSchema,
  posts: z.number().int(),
  needed: z.number().int(),
  times: z.array(knownSchema.extend({ isWeekend: z.boolean(), hour: z.number().int().min(0).max(23) })),
  templates: z.array(knownSchema.extend({ id: z.uuid(), name: z.string() })),
  projects: z.array(knownSchema.extend({ id: z.uuid(), name: z.string() })),
  next: z.object({ ...timeChoiceSchema.shape, words: z.string() }).nullable(),
});
export type Learning = z.infer<typeof learningSchema>;
