import { z } from 'zod';

/** How far ahead posts are looked at. */
export const AHEAD_DAYS = 7;
/** The most posts that are named; `count` has them all up to it. */
export const OFF_POSTS_MAX = 500;

/** Posts of the next days that fall into times when no agent that can send them usually runs, the first one first. */
export const offTimesSchema = z.object({
  /** Whether agents have been recorded for long enough to say anything. */
  isKnown: z.boolean(),
  /** Since when it is recorded when they run (a date), or null. */
  since: z.iso.date().nullable(),
  posts: z
    .array(
      z.object({
        id: z.uuid(),
        scheduledTime: z.string(),
        /** Such as "no agent usually runs" or "Studio Mac is usually off". */
        because: z.string(),
      }),
    )
    .max(OFF_POSTS_MAX),
  /** For people; null where there are none. */
  summary: z.string().nullable(),
  /** What can be done about them, for people; null where there are none. */
  remedy: z.string().nullable(),
});
export type OffTimes = z.infer<typeof offTimesSchema>;
