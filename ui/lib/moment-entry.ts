import { Temporal } from 'temporal-polyfill';
import { localTime } from '@/lib/local-time.ts';
import { instantsAt } from '../../shared/time/local-moments.ts';

/** A date and a time as they stand in their fields; `which` of the two where the clocks show them twice. */
export type MomentEntry = { date: string; time: string; which: number };

/** A moment (ISO 8601) for the fields, in a zone. */
export function entryOf(moment: string, zone: string): MomentEntry {
  const { date, time } = localTime(moment, zone);
  const minute = time.round({ smallestUnit: 'minute', roundingMode: 'floor' });
  const begins = Date.parse(moment) - (Date.parse(moment) % 60_000);
  const which = instantsAt(date, minute, zone).findIndex(({ epochMilliseconds }) => epochMilliseconds === begins);
  return { date: date.toString(), time: minute.toString({ smallestUnit: 'minute' }), which: Math.max(0, which) };
}

/** The moments that are meant: one as a rule, none where the clocks skip them or something is missing. */
export function momentsOf({ date, time }: MomentEntry, zone: string): Temporal.Instant[] {
  // A year that is still being typed may have too many figures.
  if (!/^\d{4}-/.test(date) || time === '') return [];
  return instantsAt(Temporal.PlainDate.from(date), Temporal.PlainTime.from(time), zone);
}

/** The moment that is meant, with the choice between two; undefined where there is none. */
export function momentOf(entry: MomentEntry, zone: string): Temporal.Instant | undefined {
  const moments = momentsOf(entry, zone);
  return moments[entry.which] ?? moments[0];
}

/** The next full hour that is at least half an hour away, as ISO 8601. */
export function nextFullHour(): string {
  return Temporal.Now.instant().add({ minutes: 90 }).round({ smallestUnit: 'hour', roundingMode: 'floor' }).toString();
}
