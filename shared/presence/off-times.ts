import { z } from 'zod';

/** How far ahead posts are checked. */
export const AHEAD_DAYS = 7;
/** The maximum number of posts listed. */
export const OFF_POSTS_MAX = 500;

/** The posts of the next days that are due when no agent that can send them usually runs, earliest first. */
export const offTimesSchema = z.object({
  /** Whether agents have been recorded for long enough to judge. */
  isKnown: z.boolean(),
  /** The date since which their running times are recorded, or null. */
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
  /** A sentence for the user; null if there are no such posts. */
  summary: z.string().nullable(),
  /** The remedy, as a sentence for the user; null if there are no such posts. */
  remedy: z.string().nullable(),
});
export type OffTimes = z.infer<typeof offTimesSchema>;
