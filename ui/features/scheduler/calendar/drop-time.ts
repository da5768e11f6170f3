import { Temporal } from 'temporal-polyfill';
import { dayName, hourName } from '@/features/scheduler/calendar/messages.ts';
import { refusals } from '@/features/scheduler/messages.ts';
import { Refusal } from '@/features/scheduler/refusal.ts';
import { localTime } from '@/lib/local-time.ts';
import { instantsAt } from '../../../../shared/time/local-moments.ts';

/** A day of the month's calendar, or an hour of a day of the week's. */
export type DropTarget = { date: string; hour: number | null };

/**
 * When a post goes out that is dropped on a day (at its own time of day) or on an hour (at its own minutes), as ISO
 * 8601. Where the clocks show that time twice, the first. Refusal where they never show it.
 */
export function dropTime(scheduledTime: string, target: DropTarget, zone: string): string {
  const date = Temporal.PlainDate.from(target.date);
  const { time: clock } = localTime(scheduledTime, zone);
  const time = target.hour === null ? clock : clock.with({ hour: target.hour });
  const [first] = instantsAt(date, time, zone);
  if (!first) throw new Refusal(refusals.noSuchTime(clockName(time), dayName(date), zone));
  return first.toString();
}

/** "2:30 AM". */
export function clockName(time: Temporal.PlainTime): string {
  const [hour, half] = hourName(time.hour).split(' ');
  return `${hour}:${String(time.minute).padStart(2, '0')} ${half}`;
}
