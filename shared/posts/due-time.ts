import { Temporal } from 'temporal-polyfill';
import { DAY_MINUTES } from './posting-times.ts';

/**
 * When a daily run of a local date becomes due: at the hour and minute, the first time that they occur. If the clocks
 * skip them, right after the change; if they skip to midnight, just before. Null for a date that the zone skips. RangeError
 * when the zone is unknown.
 */
export function dueTime(date: Temporal.PlainDate, hour: number, timeZone: string, minute = 0): Temporal.Instant | null {
  const local = date.toPlainDateTime(new Temporal.PlainTime(hour, minute));
  for (const disambiguation of ['compatible', 'earlier'] as const) {
    const time = local.toZonedDateTime(timeZone, { disambiguation });
    if (time.toPlainDate().equals(date)) return time.toInstant();
  }
  return null;
}

/**
 * When the posting times of a date are, in order. What the clocks repeat is once, the first time; what they skip is right
 * after the change; a date that the zone skips has none. RangeError when the zone is unknown.
 */
export function postingTimesOn(
  date: Temporal.PlainDate,
  times: readonly number[],
  timezone: string,
): Temporal.Instant[] {
  const weekday = date.dayOfWeek % 7;
  const instants = new Map<number, Temporal.Instant>();
  for (const time of times) {
    if (Math.floor(time / DAY_MINUTES) !== weekday) continue;
    const minute = time % DAY_MINUTES;
    const instant = dueTime(date, Math.floor(minute / 60), timezone, minute % 60);
    if (instant) instants.set(instant.epochMilliseconds, instant);
  }
  return [...instants.values()].sort(Temporal.Instant.compare);
}
