import { Temporal } from 'temporal-polyfill';
import { dueTime } from '../../shared/posts/due-time.ts';

/** When a job runs automatically: once per local date, from a whole hour on, or once per interval of minutes. */
export type Schedule = { every: 'day'; hour: number } | { every: 'stretch'; minutes: number };

const MINUTE_MS = 60_000;

/**
 * The key of the run that is due at `now`, or null. A day's key is its local date, so that a missed run is due until
 * the date is over. A date repeated by a clock or zone change has one key, and so one run; a skipped date has none. An
 * interval's key is its start, in UTC. RangeError when the time zone is unknown.
 */
export function dueKey(schedule: Schedule, now: Temporal.Instant, timezone: string): string | null {
  if (schedule.every === 'stretch') return stretchStart(now, schedule.minutes).toString();
  const date = now.toZonedDateTimeISO(timezone).toPlainDate();
  const due = dueTime(date, schedule.hour, timezone);
  return due && Temporal.Instant.compare(now, due) >= 0 ? date.toString() : null;
}

/** The first time after `now` at which a run becomes due. RangeError when the time zone is unknown. */
export function nextTime(schedule: Schedule, now: Temporal.Instant, timezone: string): Temporal.Instant {
  if (schedule.every === 'stretch') return stretchStart(now, schedule.minutes).add({ minutes: schedule.minutes });
  let date = now.toZonedDateTimeISO(timezone).toPlainDate();
  for (;;) {
    const due = dueTime(date, schedule.hour, timezone);
    if (due && Temporal.Instant.compare(due, now) > 0) return due;
    date = date.add({ days: 1 });
  }
}

function stretchStart(now: Temporal.Instant, minutes: number): Temporal.Instant {
  const length = minutes * MINUTE_MS;
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(now.epochMilliseconds / length) * length);
}
