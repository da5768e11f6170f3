import { Temporal } from 'temporal-polyfill';
import { instantsAt } from '../time/local-moments.ts';
import type { SeriesRule } from './series-api.ts';

/** How far ahead a series' posts are made, in days of the workspace's zone. */
export const SERIES_AHEAD_DAYS = 35;
/** More than the longest gap between two posts, which is a month. */
const LONGEST_GAP_DAYS = 62;

/** A post of a series: its local date, and its number, from 1. */
export type Occurrence = { day: Temporal.PlainDate; nth: number };

/** The days of a rule in order, up to and including `upTo`. */
export function* occurrences({ every, from, end }: SeriesRule, upTo: Temporal.PlainDate): Generator<Occurrence> {
  let nth = 0;
  const until = end.kind === 'date' ? Temporal.PlainDate.from(end.until) : null;
  for (let day = Temporal.PlainDate.from(from).add({ days: 1 }); ; day = day.add({ days: 1 })) {
    if (Temporal.PlainDate.compare(day, upTo) > 0 || (until && Temporal.PlainDate.compare(day, until) > 0)) return;
    if (!isOn(every, day)) continue;
    nth++;
    yield { day, nth };
    if (end.kind === 'count' && nth >= end.count) return;
  }
}

function isOn(every: SeriesRule['every'], day: Temporal.PlainDate): boolean {
  if (every.unit === 'week') return every.weekdays.includes(day.dayOfWeek % 7);
  const wanted = every.day === 'last' ? day.daysInMonth : Math.min(every.day, day.daysInMonth);
  return day.day === wanted;
}

/**
 * When the post of a day is published. If the clocks skip its time, it is later by the length of the gap; if they
 * repeat it, the first occurrence counts. Throws a RangeError if the zone is unknown.
 */
export function occurrenceTime(day: Temporal.PlainDate, time: string, zone: string): Temporal.Instant {
  const clockTime = Temporal.PlainTime.from(time);
  return (
    instantsAt(day, clockTime, zone)[0] ?? day.toZonedDateTime({ timeZone: zone, plainTime: clockTime }).toInstant()
  );
}

/** The posts of a series to make now, and the day of the next one; null if the series is over. */
export type SeriesStep = { days: { day: string; time: string; text: number }[]; nextOn: string | null };

/** What to make now: the upcoming posts from `nextOn` until SERIES_AHEAD_DAYS from now. */
export function seriesStep(
  rule: SeriesRule,
  { texts, nextOn, now, zone }: { texts: number; nextOn: string; now: Temporal.Instant; zone: string },
): SeriesStep {
  const today = now.toZonedDateTimeISO(zone).toPlainDate();
  const horizon = today.add({ days: SERIES_AHEAD_DAYS });
  const days: SeriesStep['days'] = [];
  for (const { day, nth } of occurrences(rule, horizon.add({ days: LONGEST_GAP_DAYS }))) {
    if (Temporal.PlainDate.compare(day, Temporal.PlainDate.from(nextOn)) < 0) continue;
    if (Temporal.PlainDate.compare(day, horizon) > 0) return { days, nextOn: day.toString() };
    const time = occurrenceTime(day, rule.time, zone);
    // A missed day is skipped, but its text counts as used.
    if (Temporal.Instant.compare(time, now) > 0)
      days.push({ day: day.toString(), time: time.toString(), text: nth % texts });
  }
  return { days, nextOn: null };
}
