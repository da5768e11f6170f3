import { Temporal } from 'temporal-polyfill';
import { dueTime } from '../../shared/posts/due-time.ts';

/**
 * When a job runs automatically: once per local date (on `days`, 0 = Sunday, or on all), from a time on, or once per
 * interval of minutes. Runs that were due before `since` are not made up for.
 */
export type Schedule = (
  | { every: 'day'; hour: number; minute?: number; days?: readonly number[] }
  | { every: 'stretch'; minutes: number }
) & { since?: Temporal.Instant };

const MINUTE_MS = 60_000;

/**
 * The key of the run that is due at `now`, or null. A day's key is its local date, so that a missed run is due until
 * the date is over; it includes the time if the schedule has minutes, since it may then be changed during the day. A
 * date repeated by a clock or zone change has one key, and so one run; a skipped date has none. An interval's key is
 * its start, in UTC. RangeError if the time zone is unknown.
 */
export function dueKey(schedule: Schedule, now: Temporal.Instant, timezone: string): string | null {
  if (schedule.every === 'stretch') {
    const start = stretchStart(now, schedule.minutes);
    return isBefore(start, schedule.since) ? null : start.toString();
  }
  const date = now.toZonedDateTimeISO(timezone).toPlainDate();
  const due = dueOn(date, schedule, timezone);
  if (!due || isBefore(now, due) || isBefore(due, schedule.since)) return null;
  return schedule.minute === undefined ? date.toString() : `${date} ${timeOfDay(schedule)}`;
}

/** The first time after `now` at which a run becomes due. RangeError if the time zone is unknown. */
export function nextTime(schedule: Schedule, now: Temporal.Instant, timezone: string): Temporal.Instant {
  if (schedule.every === 'stretch') return stretchStart(now, schedule.minutes).add({ minutes: schedule.minutes });
  let date = now.toZonedDateTimeISO(timezone).toPlainDate();
  for (;;) {
    const due = dueOn(date, schedule, timezone);
    if (due && Temporal.Instant.compare(due, now) > 0) return due;
    date = date.add({ days: 1 });
  }
}

/** Such as 09:30. */
export function timeOfDay({ hour, minute = 0 }: { hour: number; minute?: number }): string {
  return new Temporal.PlainTime(hour, minute).toString({ smallestUnit: 'minute' });
}

function dueOn(date: Temporal.PlainDate, schedule: Schedule & { every: 'day' }, timezone: string) {
  if (schedule.days && !schedule.days.includes(date.dayOfWeek % 7)) return null;
  return dueTime(date, schedule.hour, timezone, schedule.minute);
}

function isBefore(time: Temporal.Instant, other: Temporal.Instant | undefined): boolean {
  return other !== undefined && Temporal.Instant.compare(time, other) < 0;
}

/** The start of the interval that contains `now`. */
export function stretchStart(now: Temporal.Instant, minutes: number): Temporal.Instant {
  const length = minutes * MINUTE_MS;
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(now.epochMilliseconds / length) * length);
}
