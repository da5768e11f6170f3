import { Temporal } from 'temporal-polyfill';

/** Nothing is said of a workspace whose agents have been recorded for less long. */
export const KNOWN_DAYS_MIN = 14;
/** How many earlier weeks are compared. */
const WEEKS = 8;
/** A time is an off one where an agent ran in at most one of so many weeks: holidays make no habit. */
const ON_IN_ONE_OF = 3;

/** A day in UTC (ISO 8601), and a bit for each of its hours in which an agent ran, 0:00 the lowest. */
export type PresenceDay = { day: string; hours: number };

/**
 * Whether no agent usually runs at a time to come: by the same hour of the same weekday in the weeks before, in the
 * workspace's zone, so that a change of clocks moves nothing. Null while too little is known. RangeError when the zone
 * is unknown.
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
