import { Temporal } from 'temporal-polyfill';
import { Refusal } from '@/features/scheduler/actions/refusal.ts';
import { refusals } from '@/features/scheduler/messages.ts';
import { clockName, dayName } from '@/features/scheduler/moment-names.ts';
import { localTime } from '@/lib/local-time.ts';
import { instantsAt } from '../../../../shared/time/local-moments.ts';

/** A day of the month view, or an hour of a day in the week view. */
export type DropTarget = { date: string; hour: number | null };

/**
 * The new time of a post dropped on a day (keeping its time of day) or on an hour (keeping its minutes), as ISO 8601.
 * The first one if the clocks show it twice. Throws Refusal if they never show it.
 */
export function dropTime(scheduledTime: string, target: DropTarget, zone: string): string {
  const date = Temporal.PlainDate.from(target.date);
  const { time: clock } = localTime(scheduledTime, zone);
  const time = target.hour === null ? clock : clock.with({ hour: target.hour });
  const [first] = instantsAt(date, time, zone);
  if (!first) throw new Refusal(refusals.noSuchTime(clockName(time), dayName(date), zone));
  return first.toString();
}
