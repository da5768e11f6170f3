import { Temporal } from 'temporal-polyfill';

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
