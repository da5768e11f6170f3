import { Temporal } from 'temporal-polyfill';
import { localTime } from '@/lib/local-time.ts';
import { instantsAt } from '../../../../shared/time/local-moments.ts';

/** How far posts move: by calendar days, keeping the time of day, and then by hours; or all to one date. */
export type Shift = { kind: 'by'; days: number; hours: number } | { kind: 'to'; date: string };

export const SHIFT_MAX_DAYS = 3660;

/**
 * The new time of a post at `time`, both ISO 8601; null if the zone's clocks never show it, the first one if they show
 * it twice.
 */
export function shiftedTime(time: string, shift: Shift, zone: string): string | null {
  const { date, time: clock } = localTime(time, zone);
  const onDay = shift.kind === 'to' ? Temporal.PlainDate.from(shift.date) : date.add({ days: shift.days });
  // A post that stays on its day keeps its instant, even in a repeated hour.
  const [first] = onDay.equals(date) ? [Temporal.Instant.from(time)] : instantsAt(onDay, clock, zone);
  if (!first) return null;
  return (shift.kind === 'by' ? first.add({ hours: shift.hours }) : first).toString();
}
