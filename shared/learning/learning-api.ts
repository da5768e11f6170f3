import { z } from 'zod';
import { choiceSchema, learningModeSchema, timeChoiceSchema, timezoneSchema } from './choice.ts';

/** Selects the posts of an account, or all posts if none is given. */
export const learningQuerySchema = z.object({ account: z.uuid('expected the id of an account').optional() });

export const learningChangeSchema = z.object({ mode: learningModeSchema });

const knownSchema = choiceSchema.pick({ posts: true, times: true, low: true, high: true }).extend({
  /** Too few posts to judge, so that it may be chosen to try it. */
  isHardlyTried: z.boolean(),
});
export type KnownArm = z.infer<typeof knownSchema>;

/**
 * What was learned, best first: hours within the posting times or posting hours, active templates, projects. `posts` is
 * the number of posts that count, `needed` the minimum to learn from. `next` is the time that learning would choose
 * now; null if it has no proposal, or agrees with the next free slot.
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
