import { Temporal } from 'temporal-polyfill';
import { instantsAt } from '../../shared/time/local-moments.ts';

const DAYS_OF_WEEK = 7;

/** The zone, or UTC if this browser does not know it: the database may know newer ones. */
export function knownZone(zone: string): string {
  try {
    return Temporal.Now.zonedDateTimeISO(zone).timeZoneId;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return 'UTC';
  }
}

/** Whether any minute of an hour of that day exists in the zone. */
export function hourExists(date: Temporal.PlainDate, hour: number, zone: string): boolean {
  const ends = [new Temporal.PlainTime(hour), new Temporal.PlainTime(hour, 59)];
  return ends.some((time) => instantsAt(date, time, zone).length > 0);
}

/** How far a zone's clocks are set forward (+) or back (-) on a day, in hours; usually 0. */
export function clockChange(date: Temporal.PlainDate, zone: string): number {
  return 24 - date.toZonedDateTime(zone).hoursInDay;
}

/** The week of a date, Sunday to Saturday. */
export function weekOf(date: Temporal.PlainDate): Temporal.PlainDate[] {
  return daysFrom(date.subtract({ days: date.dayOfWeek % DAYS_OF_WEEK }), DAYS_OF_WEEK);
}

/** The days of all weeks that overlap a date's month. */
export function weeksOfMonth(date: Temporal.PlainDate): Temporal.PlainDate[] {
  const first = date.with({ day: 1 });
  const leading = first.dayOfWeek % DAYS_OF_WEEK;
  const weeks = Math.ceil((leading + date.daysInMonth) / DAYS_OF_WEEK);
  return daysFrom(first.subtract({ days: leading }), weeks * DAYS_OF_WEEK);
}

function daysFrom(first: Temporal.PlainDate, count: number): Temporal.PlainDate[] {
  return Array.from({ length: count }, (_, days) => first.add({ days }));
}

/** From the start of the first day to the end of the last (exclusive), as ISO 8601. */
export function spanOf(days: readonly Temporal.PlainDate[], zone: string): { start: string; end: string } {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) throw new RangeError('A span needs a day.');
  return { start: startOf(first, zone).toString(), end: startOf(last.add({ days: 1 }), zone).toString() };
}

function startOf(date: Temporal.PlainDate, zone: string): Temporal.Instant {
  return date.toZonedDateTime(zone).toInstant();
}

/**
 * Posts ordered by time, grouped by the zone's date (`2031-01-16`); each of the consecutive days has a list, possibly
 * empty.
 */
export function byDay<Post extends { scheduled_time: string }>(
  posts: readonly Post[],
  days: readonly Temporal.PlainDate[],
  zone: string,
): Map<string, Post[]> {
  const found = new Map<string, Post[]>();
  let next = 0;
  const timeOf = (index: number) => Date.parse(posts[index]?.scheduled_time ?? '');
  for (const day of days) {
    const from = startOf(day, zone).epochMilliseconds;
    const until = startOf(day.add({ days: 1 }), zone).epochMilliseconds;
    while (timeOf(next) < from) next++;
    const first = next;
    while (timeOf(next) < until) next++;
    found.set(day.toString(), posts.slice(first, next));
  }
  return found;
}

/** The zone's date and time at an instant (ISO 8601). */
export function localTime(time: string, zone: string): { date: Temporal.PlainDate; time: Temporal.PlainTime } {
  const local = Temporal.Instant.from(time).toZonedDateTimeISO(zone);
  return { date: local.toPlainDate(), time: local.toPlainTime() };
}
