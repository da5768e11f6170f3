import { schedulerMessages } from '@/features/scheduler/messages.ts';

const { today, tomorrow, yesterday } = schedulerMessages.list;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Returns a function that names the day of a time (ISO 8601) in a zone: "Today", "Thu, Jan 16", with the year unless it
 * is this one.
 */
export function dayNames(timeZone: string, now: Date): (time: string) => string {
  const thisYear = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone });
  const anyYear = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone,
  });
  // The Swedish date format equals ISO 8601.
  const date = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone });
  const current = date.format(now);
  // Counted in UTC, where every day has 24 hours.
  const noon = Date.parse(`${current}T12:00:00Z`);
  const near = new Map(
    [
      [0, today],
      [1, tomorrow],
      [-1, yesterday],
    ].map(([days, name]) => [new Date(noon + Number(days) * DAY_MS).toISOString().slice(0, 10), String(name)]),
  );
  return (time) => {
    const at = new Date(time);
    const day = date.format(at);
    return near.get(day) ?? (day.slice(0, 4) === current.slice(0, 4) ? thisYear : anyYear).format(at);
  };
}
