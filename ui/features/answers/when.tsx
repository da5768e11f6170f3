import { useTimeZone } from '@/domain/workspace/settings.ts';
import { formatDateTime, formatRelative, formatter } from '@/lib/time.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Days after which a date is clearer than "8 days ago". */
const RELATIVE_DAYS = 7;

/** When something was written: "3 hours ago", later "Nov 3" or "Nov 3, 2025"; the full time as a tooltip. */
export function When({ time, className }: { time: string; className?: string }) {
  const timeZone = useTimeZone();
  const now = new Date();
  return (
    <time dateTime={time} title={formatDateTime(time, timeZone)} className={className}>
      {shortTime(time, now, timeZone)}
    </time>
  );
}

export function shortTime(time: string, now: Date, timeZone: string): string {
  const age = now.getTime() - Date.parse(time);
  if (age < RELATIVE_DAYS * DAY_MS) return formatRelative(time, now);
  const isThisYear = age < 300 * DAY_MS;
  return formatter(timeZone, { month: 'short', day: 'numeric', ...(isThisYear ? {} : { year: 'numeric' }) }).format(
    new Date(time),
  );
}
