import { Temporal } from 'temporal-polyfill';
import { repeatMessages as words } from '@/domain/repeat/messages.ts';
import { nowMs } from '@/lib/clock.ts';
import { localTime } from '@/lib/local-time.ts';
import type { SeriesRule } from '../../../shared/posts/series-api.ts';

/** The same as SERIES_COUNT_MAX, without zod. */
const COUNT_MAX = 365;

/** The values of the dialog's fields. */
export type RepeatEntry = {
  unit: 'week' | 'month';
  weekdays: number[];
  monthDay: string;
  isLastDay: boolean;
  time: string;
  end: 'never' | 'date' | 'count';
  until: string;
  count: string;
};

/** The initial fields: the post's own day and time, or today and noon for one without a time. */
export function firstEntry(start: string | null, zone: string): RepeatEntry {
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs()).toZonedDateTimeISO(zone);
  const { date, time } = start
    ? localTime(start, zone)
    : { date: today.toPlainDate(), time: new Temporal.PlainTime(12) };
  return {
    unit: 'week',
    weekdays: [date.dayOfWeek % 7],
    monthDay: String(date.day),
    isLastDay: date.day === date.daysInMonth,
    time: time.toString({ smallestUnit: 'minute' }),
    end: 'never',
    until: '',
    count: '10',
  };
}

/** The fields for a rule. */
export function entryOf({ every, time, from, end }: SeriesRule): RepeatEntry {
  const first = Temporal.PlainDate.from(from);
  const day = every.unit === 'month' ? every.day : first.day;
  return {
    unit: every.unit,
    weekdays: every.unit === 'week' ? every.weekdays : [first.dayOfWeek % 7],
    monthDay: String(day === 'last' ? first.day : day),
    isLastDay: day === 'last',
    time,
    end: end.kind,
    until: end.kind === 'date' ? end.until : '',
    count: end.kind === 'count' ? String(end.count) : '10',
  };
}

/** The local date after which a post repeats: its own day, or yesterday for a post without one. */
export function beginning(start: string | null, zone: string): string {
  const day = start
    ? localTime(start, zone).date
    : Temporal.Instant.fromEpochMilliseconds(nowMs()).toZonedDateTimeISO(zone).toPlainDate().subtract({ days: 1 });
  return day.toString();
}

/** The rule that the fields describe, beginning after `from`, or else a sentence about what is missing. */
export function ruleOf(entry: RepeatEntry, from: string): SeriesRule | string {
  const { unit, weekdays, monthDay, isLastDay, time } = entry;
  const day = Number(monthDay);
  if (unit === 'week' && weekdays.length === 0) return words.needsWeekday;
  if (unit === 'month' && !isLastDay && !(Number.isInteger(day) && day >= 1 && day <= 31)) return words.needsDay;
  if (!/^\d\d:\d\d$/.test(time)) return words.needsTime;
  if (entry.end === 'date' && !/^\d{4}-\d\d-\d\d$/.test(entry.until)) return words.needsDate;
  const count = Number(entry.count);
  if (entry.end === 'count' && !(Number.isInteger(count) && count >= 1 && count <= COUNT_MAX))
    return words.needsCount(COUNT_MAX);
  return {
    every: unit === 'week' ? { unit, weekdays: [...weekdays].sort() } : { unit, day: isLastDay ? 'last' : day },
    time,
    from,
    end:
      entry.end === 'never'
        ? { kind: 'never' }
        : entry.end === 'date'
          ? { kind: 'date', until: entry.until }
          : { kind: 'count', count },
  };
}
