import { Temporal } from 'temporal-polyfill';
import { localTime } from '@/lib/local-time.ts';
import { instantsAt } from '../../../../shared/time/local-moments.ts';

/** How far posts move: by calendar days, keeping what the clocks show, and then by hours; or all to one date. */
export type Shift = { kind: 'by'; days: number; hours: number } | { kind: 'to'; date: string };

/** No post moves further. */
export const SHIFT_MAX_DAYS = 3660;

/**
 * Where a post at `time` (ISO 8601) goes, as ISO 8601; null where the zone's clocks never show that time. Of two such
 * moments the first.
 */
export function shiftedTime(time: string, shift: Shift, zone: string): string | null {
  const { date, time: clock } = localTime(time, zone);
  const onDay = shift.kind === 'to' ? Temporal.PlainDate.from(shift.date) : date.add({ days: shift.days });
  // A post that stays on its day stays at its moment, also in an hour that comes twice.
  const [first] = onDay.equals(date) ? [Temporal.Instant.from(time)] : instantsAt(onDay, clock, zone);
  if (!first) return null;
  return (shift.kind === 'by' ? first.add({ hours: shift.hours }) : first).toString();
}
