import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { instantsAt } from '../time/local-moments.ts';
import { CAPTION_MAX_LENGTH } from './compose.ts';

/** How far ahead the posts of a series are made, in days of the workspace's zone. */
export const SERIES_AHEAD_DAYS = 35;
export const SERIES_TEXTS_MAX = 20;
export const SERIES_COUNT_MAX = 365;
/** No rule leaves longer gaps: a 31st every month, and a leap day. */
const LONGEST_GAP_DAYS = 62;

const weekday = z.number().int().min(0).max(6);
/** Each day from the first of a series is looked at, so it may not lie anywhere in history; Postgres ends dates at 9999. */
const FIRST_DAYS = ['2000-01-01', '2999-12-31'] as const;
const firstDay = z.iso
  .date()
  .refine((day) => day >= FIRST_DAYS[0] && day <= FIRST_DAYS[1], `expected a day between ${FIRST_DAYS.join(' and ')}`);
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/**
 * When posts repeat, in the workspace's zone: on weekdays (0 = Sunday), or on a day of the month; months without that day
 * have theirs on the last one. `time` is the clock's. It begins after `from`, a local date, and ends after `until` or so
 * many posts, where there is such an end.
 */
export const seriesRuleSchema = z.object({
  every: z.discriminatedUnion('unit', [
    z.object({ unit: z.literal('week'), weekdays: z.array(weekday).min(1).max(7) }),
    z.object({ unit: z.literal('month'), day: z.union([z.number().int().min(1).max(31), z.literal('last')]) }),
  ]),
  time: clock,
  from: firstDay,
  end: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('never') }),
    z.object({ kind: z.literal('date'), until: z.iso.date() }),
    z.object({ kind: z.literal('count'), count: z.number().int().min(1).max(SERIES_COUNT_MAX) }),
  ]),
});
export type SeriesRule = z.infer<typeof seriesRuleSchema>;

/** POST starts a series from a post: a `seriesRequestSchema`, answered by a `seriesAnswerSchema`. May be repeated. */
export const POST_SERIES_PATH = '/api/posts/series';

export const seriesRequestSchema = z.object({
  id: z.uuid(),
  contentId: z.uuid(),
  /** The captions, which the posts have in turn. The post that it begins with counts as the first of them. */
  texts: z.array(z.string().trim().min(0).max(CAPTION_MAX_LENGTH)).min(1).max(SERIES_TEXTS_MAX),
  rule: seriesRuleSchema,
});
export type SeriesRequest = z.infer<typeof seriesRequestSchema>;

/** `made`: posts that were made at once; the others follow as their time comes nearer. */
export const seriesAnswerSchema = z.object({ made: z.number().int().min(0) });

/** A post of a series: its local date, and which one it is, from 1. */
export type Occurrence = { day: Temporal.PlainDate; nth: number };

/** The days of a rule in order, up to and including a date; those of a rule without an end never stop by themselves. */
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
 * When the post of a day goes out. Where the clocks skip its time, as long after the change as it would have been; where
 * they show it twice, the first. RangeError when the zone is unknown.
 */
export function occurrenceTime(day: Temporal.PlainDate, time: string, zone: string): Temporal.Instant {
  const clockTime = Temporal.PlainTime.from(time);
  return (
    instantsAt(day, clockTime, zone)[0] ?? day.toZonedDateTime({ timeZone: zone, plainTime: clockTime }).toInstant()
  );
}

/** The posts to make of a series, and the day from which later ones are still to be made; null when it is over. */
export type SeriesStep = { days: { day: string; time: string; text: number }[]; nextOn: string | null };

/** What is to be made by now: everything from `nextOn` until SERIES_AHEAD_DAYS from now that is still to come. */
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
    // A day that the agent slept through is left out, and keeps its text.
    if (Temporal.Instant.compare(time, now) > 0)
      days.push({ day: day.toString(), time: time.toString(), text: nth % texts });
  }
  return { days, nextOn: null };
}
