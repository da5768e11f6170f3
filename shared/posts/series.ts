import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { instantsAt } from '../time/local-moments.ts';
import { CAPTION_MAX_LENGTH } from './compose.ts';

/** How far ahead a series' posts are made, in days of the workspace's zone. */
export const SERIES_AHEAD_DAYS = 35;
export const SERIES_TEXTS_MAX = 20;
export const SERIES_COUNT_MAX = 365;
/** The longest gap between two posts: every 31st of a month, and leap days. */
const LONGEST_GAP_DAYS = 62;

const weekday = z.number().int().min(0).max(6);
/** Bounds of a series' start, since each day from it is examined; Postgres ends dates at 9999. */
const FIRST_DAYS = ['2000-01-01', '2999-12-31'] as const;
const firstDay = z.iso
  .date()
  .refine((day) => day >= FIRST_DAYS[0] && day <= FIRST_DAYS[1], `expected a day between ${FIRST_DAYS.join(' and ')}`);
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/**
 * When posts repeat, in the workspace's zone: on weekdays (0 = Sunday), or on a day of the month, or its last day if
 * the month has no such day. `time` is the local time. It starts after `from`, a local date, and ends after `until` or
 * a number of posts, if it has an end.
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

/** POST starts a series from a post: a `seriesRequestSchema`, answered with a `seriesAnswerSchema`. May be retried. */
export const POST_SERIES_PATH = '/api/posts/series';

export const seriesRequestSchema = z.object({
  id: z.uuid(),
  contentId: z.uuid(),
  /** The captions, used in turn. The initial post counts as the first of them. */
  texts: z.array(z.string().trim().min(0).max(CAPTION_MAX_LENGTH)).min(1).max(SERIES_TEXTS_MAX),
  rule: seriesRuleSchema,
});
export type SeriesRequest = z.infer<typeof seriesRequestSchema>;

/** `made`: posts made at once; the others are made later. */
export const seriesAnswerSchema = z.object({ made: z.number().int().min(0) });

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
 * When the post of a day is published. If the clocks skip its time, as long after the change; if they show it twice,
 * the first. RangeError when the zone is unknown.
 */
export function occurrenceTime(day: Temporal.PlainDate, time: string, zone: string): Temporal.Instant {
  const clockTime = Temporal.PlainTime.from(time);
  return (
    instantsAt(day, clockTime, zone)[0] ?? day.toZonedDateTime({ timeZone: zone, plainTime: clockTime }).toInstant()
  );
}

/** The posts of a series to make, and the day of the next ones; null when it is over. */
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
    // A missed day is skipped, and keeps its text.
    if (Temporal.Instant.compare(time, now) > 0)
      days.push({ day: day.toString(), time: time.toString(), text: nth % texts });
  }
  return { days, nextOn: null };
}
