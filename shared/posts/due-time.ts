import { Temporal } from 'temporal-polyfill';
import { DAY_MINUTES } from './posting-times.ts';

/**
 * When a daily run of a local date becomes due: at the first occurrence of the hour and minute. If the clocks skip
 * them, it is later by the length of the gap, or earlier if that would be on the next date. Null for a date that the
 * zone skips. Throws a RangeError if the zone is unknown.
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
 * The instants of a date's posting times, in order. A time that the clocks repeat counts once, at its first occurrence;
 * one that they skip moves as in dueTime; a date that the zone skips has none. Throws a RangeError if the zone is
 * unknown.
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
