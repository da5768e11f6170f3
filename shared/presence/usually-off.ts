import { Temporal } from 'temporal-polyfill';

/** Agents with a shorter record are not judged. */
export const KNOWN_DAYS_MIN = 14;
/** The number of previous weeks considered. */
const WEEKS = 8;
/** A time is off if an agent ran in at most one in this many weeks, so that a holiday alone does not make it off. */
const ON_IN_ONE_OF = 3;

/** A day in UTC (ISO 8601), with a bit for each hour in which an agent ran; the lowest bit is 0:00. */
export type PresenceDay = { day: string; hours: number };

/**
 * Returns a function that predicts whether an agent will be off at a time, from the same hour of the same weekday in
 * the previous weeks. Hours are in the workspace's zone, so that daylight saving time shifts nothing. Returns null if
 * too little is recorded. The function throws a RangeError if the zone is unknown.
 */
export function usuallyOff(
  days: readonly PresenceDay[],
  { now, zone }: { now: Temporal.Instant; zone: string },
): ((time: Temporal.Instant) => boolean) | null {
  const first = days
    .map(({ day }) => day)
    .sort()
    .at(0);
  if (first === undefined) return null;
  const since = Temporal.PlainDate.from(first).toZonedDateTime('UTC').toInstant();
  if (now.since(since).total('days') < KNOWN_DAYS_MIN) return null;
  const hoursOf = new Map(days.map(({ day, hours }) => [day, hours]));
  const ran = (time: Temporal.Instant) => {
    const { hour, ...at } = utc(time);
    return ((hoursOf.get(at.day) ?? 0) & (1 << hour)) !== 0;
  };
  const isRecorded = (time: Temporal.Instant) =>
    Temporal.Instant.compare(time, since) >= 0 && Temporal.Instant.compare(time, now) < 0;
  return (time) => {
    const local = time.toZonedDateTimeISO(zone);
    const earlier = Array.from({ length: WEEKS }, (_, week) => local.subtract({ weeks: week + 1 }).toInstant());
    const recorded = earlier.filter(isRecorded);
    return recorded.length > 0 && recorded.filter(ran).length * ON_IN_ONE_OF <= recorded.length;
  };
}

function utc(time: Temporal.Instant): { day: string; hour: number } {
  const at = time.toZonedDateTimeISO('UTC');
  return { day: at.toPlainDate().toString(), hour: at.hour };
}
