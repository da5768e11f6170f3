import type { Temporal } from 'temporal-polyfill';
import { clockChange } from '@/features/scheduler/calendar/local-time.ts';
import { calendarMessages } from '@/features/scheduler/calendar/messages.ts';

/** Says on the two odd days of the year that the clocks are changed; nothing on the others. */
export function ClockNote({ date, zone }: { date: Temporal.PlainDate; zone: string }) {
  const hours = clockChange(date, zone);
  if (hours === 0) return null;
  return (
    <span className="block truncate text-[0.6875rem] leading-4 font-normal text-warning">
      {calendarMessages.clocks(hours)}
    </span>
  );
}
