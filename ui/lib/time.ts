/** A point in time as the database sends it (ISO 8601) or as a Date. */
type Time = string | Date;

/** "Nov 21, 2026, 9:05 AM UTC": date and time in `timeZone` (IANA name), saying which zone it is. An unknown zone falls back to UTC. */
export function formatDateTime(time: Time, timeZone: string): string {
  return format(time, timeZone, {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
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

function format(time: Time, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(time);
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(date);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(date);
  }
}
