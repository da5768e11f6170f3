import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';

/** How far ahead posts are looked at. */
export const AHEAD_DAYS = 7;
/** The most posts that are named; `count` has them all up to it. */
export const OFF_POSTS_MAX = 500;

/** Posts of the next days that fall into times when no agent usually runs, the first one first. */
export const offTimesSchema = z.object({
  /** Whether agents have been recorded for long enough to say anything. */
  isKnown: z.boolean(),
  /** Since when it is recorded when they run (a date), or null. */
  since: z.iso.date().nullable(),
  posts: z.array(z.object({ id: z.uuid(), scheduledTime: z.string() })).max(OFF_POSTS_MAX),
  /** For people; null where there are none. */
  summary: z.string().nullable(),
});
export type OffTimes = z.infer<typeof offTimesSchema>;

/** "3 posts fall into times when this computer is usually off: the first Friday at 03:00". */
export function offTimesInWords(
  posts: readonly { scheduledTime: string }[],
  { zone, agents }: { zone: string; agents: number },
): string | null {
  const [first] = posts;
  if (!first) return null;
  const time = Temporal.Instant.from(first.scheduledTime).toZonedDateTimeISO(zone);
  const day = `${WEEKDAYS[time.dayOfWeek - 1]} at ${time.toPlainTime().toString({ smallestUnit: 'minute' })}`;
  const [posted, times] = posts.length === 1 ? ['1 post falls', 'a time'] : [`${posts.length} posts fall`, 'times'];
  const who = agents > 1 ? 'no agent usually runs' : 'this computer is usually off';
  return `${posted} into ${times} when ${who}: ${posts.length === 1 ? day : `the first ${day}`}`;
}

/** An hour is an hour everywhere: 24 of them, as commands and files write it. */
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
