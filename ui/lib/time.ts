/** A time from the database (ISO 8601) or a Date. */
type Time = string | Date;

/**
 * "Nov 21, 2026, 9:05 AM UTC": date and time in `timeZone` (IANA name), with the zone. An unknown zone falls back to
 * UTC.
 */
export function formatDateTime(time: Time, timeZone: string): string {
  const known = dateTimes.get(timeZone) ?? formatter(timeZone, DATE_TIME);
  dateTimes.set(timeZone, known);
  return known.format(new Date(time));
}

const DATE_TIME: Intl.DateTimeFormatOptions = {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
};
/** Creating one takes longer than using it a hundred times, and lists show hundreds of times. */
const dateTimes = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns a function that formats the time of day in `timeZone` (IANA name) as "09:05:12". Create it once for many
 * times. An unknown zone falls back to UTC.
 */
export function clockIn(timeZone: string): (time: Time) => string {
  const clock = formatter(timeZone, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
  return (time) => clock.format(new Date(time));
}

const STEPS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** "3 hours ago", "in 2 days", "now": how far `time` is from `now`, in whole steps; zone-free. */
export function formatRelative(time: Time, now: Date): string {
  const seconds = (new Date(time).getTime() - now.getTime()) / 1000;
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  const [unit, size] = STEPS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', Number.POSITIVE_INFINITY];
  return words.format(Math.trunc(seconds / size) || 0, unit);
}

/** Returns a formatter of times in `timeZone` (IANA name). An unknown zone falls back to UTC. */
export function formatter(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  }
}
