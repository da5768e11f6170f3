import { Temporal } from 'temporal-polyfill';
import { localTime } from '@/lib/local-time.ts';
import { instantsAt } from '../../shared/time/local-moments.ts';
import { nowMs } from './clock.ts';

/** A date and a time as entered; `which` is the index of one of two instants if the clocks repeat the time. */
export type MomentEntry = { date: string; time: string; which: number };

/** The fields for an instant (ISO 8601) in a zone. */
export function entryOf(moment: string, zone: string): MomentEntry {
  const { date, time } = localTime(moment, zone);
  const minute = time.round({ smallestUnit: 'minute', roundingMode: 'floor' });
  const begins = Date.parse(moment) - (Date.parse(moment) % 60_000);
  const which = instantsAt(date, minute, zone).findIndex(({ epochMilliseconds }) => epochMilliseconds === begins);
  return { date: date.toString(), time: minute.toString({ smallestUnit: 'minute' }), which: Math.max(0, which) };
}

/** The instants of an entry: usually one, none if the clocks skip it or it is incomplete. */
export function momentsOf({ date, time }: MomentEntry, zone: string): Temporal.Instant[] {
  // A year that is still being typed may have too many digits.
  if (!/^\d{4}-/.test(date) || time === '') return [];
  return instantsAt(Temporal.PlainDate.from(date), Temporal.PlainTime.from(time), zone);
}

/** The chosen instant; undefined if there is none. */
export function momentOf(entry: MomentEntry, zone: string): Temporal.Instant | undefined {
  const moments = momentsOf(entry, zone);
  return moments[entry.which] ?? moments[0];
}

/** The next full hour at least half an hour from now, as ISO 8601. */
export function nextFullHour(): string {
  return Temporal.Instant.fromEpochMilliseconds(nowMs())
    .add({ minutes: 90 })
    .round({ smallestUnit: 'hour', roundingMode: 'floor' })
    .toString();
}
