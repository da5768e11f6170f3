import { Temporal } from 'temporal-polyfill';
import { localTime } from '@/lib/local-time.ts';
import { instantsAt } from '../../../../shared/posts/local-moments.ts';

/** A date and a time as they stand in their fields; `which` of the two where the clocks show them twice. */
export type MomentEntry = { date: string; time: string; which: number };

/** A moment (ISO 8601) for the fields, in a zone. */
export function entryOf(moment: string, zone: string): MomentEntry {
  const { date, time } = localTime(moment, zone);
  return { date: date.toString(), time: time.toString({ smallestUnit: 'minute' }), which: 0 };
}

/** The moments that are meant: one as a rule, none where the clocks skip them or something is missing. */
export function momentsOf({ date, time }: MomentEntry, zone: string): Temporal.Instant[] {
  // A year that is still being typed may have too many figures.
  if (!/^\d{4}-/.test(date) || time === '') return [];
  return instantsAt(Temporal.PlainDate.from(date), Temporal.PlainTime.from(time), zone);
}

/** The next full hour that is at least half an hour away, as ISO 8601. */
export function nextFullHour(): string {
  return Temporal.Now.instant().add({ minutes: 90 }).round({ smallestUnit: 'hour', roundingMode: 'floor' }).toString();
}

/** A moment of the address' query (`at=2031-01-16T14:00:00Z`) that is still to come; null where there is none. */
export function momentIn(query: URLSearchParams): string | null {
  try {
    const moment = Temporal.Instant.from(query.get('at') ?? '');
    return Temporal.Instant.compare(moment, Temporal.Now.instant()) > 0 ? moment.toString() : null;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}
