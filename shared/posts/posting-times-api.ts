import { z } from 'zod';
import { platformSchema } from './platforms.ts';
import { POSTING_TIMES_A_DAY, timesOfDay, tooCloseTo } from './posting-times.ts';

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'expected a time such as 09:30');
const times = z
  .array(time)
  .max(POSTING_TIMES_A_DAY)
  .refine(
    (given) => given.every((one, index) => tooCloseTo(given.slice(0, index), one) === undefined),
    'posts must be at least half an hour apart: choose times that are further apart',
  );
/** 0 = Sunday to 6 = Saturday. */
const dayTimesSchema = z.object({ day: z.number().int().min(0).max(6), times });

/** With `account`, that account's own posting times; otherwise the workspace's. */
export const postingTimesQuerySchema = z.object({ account: z.uuid().optional() });

/** PUT /api/posting-times: replaces the times of these weekdays; other days are unchanged. */
export const postingTimesChangeSchema = z.object({ days: z.array(dayTimesSchema).min(1).max(7) });

/**
 * GET /api/posting-times: the weekdays that have times. If there are none, an account uses the workspace's times, and
 * the workspace spreads posts evenly over the posting hours.
 */
export const postingTimesSchema = z.object({
  timezone: z.string(),
  days: z.array(dayTimesSchema),
  /** Only for the workspace: the accounts that have their own times. */
  accounts: z
    .array(z.object({ id: z.uuid(), platform: platformSchema, label: z.string(), days: z.array(dayTimesSchema) }))
    .optional(),
});
export type PostingTimes = z.infer<typeof postingTimesSchema>;

/** The weekdays that have times, each with its times. */
export function daysOf(times: readonly number[]): PostingTimes['days'] {
  const days = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, times: timesOfDay(times, day) }));
  return days.filter((one) => one.times.length > 0);
}
