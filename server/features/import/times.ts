import { Temporal } from 'temporal-polyfill';
import type { DateOrder } from '../../../shared/posts/import/import.ts';
import { instantsAt } from '../../../shared/time/local-moments.ts';

/** Longer cells are not dates. */
const MOMENT_MAX_LENGTH = 60;

const WITH_OFFSET = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/i;
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4}|\d\d)$/;
const MONTH_FIRST = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i;
const DAY_FIRST = /^(\d{1,2})\.? ([a-z]{3,9})\.?,? (\d{4})$/i;
const CLOCK = /^(\d{1,2})(?::(\d\d))?(?::\d\d(?:\.\d{1,9})?)?(?: ?([ap])\.?m\.?)?$/i;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The cells with a line's date and time. */
type MomentCells = { date?: string | undefined; time?: string | undefined; when?: string | undefined };

/** A line's time: an ISO 8601 instant, null for never, or the problem as a sentence. */
export type Moment = { time: string | null } | { problem: string };

/** Whether a cell is a date and time in a supported format. */
export function looksLikeMoment(cell: string): boolean {
  const { date, time } = partsOf({ when: cell.trim() });
  return WITH_OFFSET.test(cell.trim()) || (readDate(date, 'mdy') ?? readDate(date, 'dmy')) !== null || time !== '';
}

/** The order of day and month that a file's dates show; null when ambiguous, 'none' when irrelevant. */
export function orderOf(cells: readonly MomentCells[]): DateOrder | 'none' | null {
  let found: DateOrder | 'none' | null = 'none';
  for (const one of cells) {
    const parts = YEAR_LAST.exec(partsOf(one).date);
    if (!parts || parts[2] === '.' || parts[1] === parts[3]) continue;
    if (Number(parts[1]) > 12) return 'dmy';
    if (Number(parts[3]) > 12) return 'mdy';
    found = null;
  }
  return found;
}

/** Reads a line's time. Without an offset it is in `zone`; a time that occurs twice as clocks go back is the first. */
export function readMoment(given: MomentCells, order: DateOrder, zone: string): Moment {
  const cells = asWhole(given);
  const whole = (cells.when ?? cells.date ?? '').trim();
  if (WITH_OFFSET.test(whole) && cells.time === undefined) {
    const time = momentOf(() => Temporal.Instant.from(whole.replace(' ', 'T').toUpperCase()));
    return time ? { time: time.toString() } : { problem: `"${shortened(whole)}" is not a date and time that exists.` };
  }
  const { date, time } = partsOf(cells);
  if (date === '' && time === '') return { time: null };
  if (date === '') return { problem: 'It has a time but no date.' };
  const day = readDate(date, order);
  if (!day) {
    const isWritten = [YEAR_FIRST, YEAR_LAST, MONTH_FIRST, DAY_FIRST].some((format) => format.test(date.trim()));
    if (isWritten) return { problem: `"${shortened(date)}" does not exist. Check the day and the month.` };
    return { problem: `"${shortened(date)}" is not a date that can be read. Write it as 2031-01-16.` };
  }
  if (time === '') return { problem: 'It has a date but no time.' };
  const clock = readClock(time);
  if (!clock) return { problem: `"${shortened(time)}" is not a time that can be read. Write it as 14:30.` };
  const [moment] = instantsAt(day, clock, zone);
  if (!moment)
    return {
      problem: `${clock.toString({ smallestUnit: 'minute' })} does not exist on ${day} in ${zone}: the clocks go forward. Choose another time.`,
    };
  return { time: moment.toString() };
}

/** A time cell may also contain the date, if no other cell does. */
function asWhole(cells: MomentCells): MomentCells {
  return cells.time && !cells.date && !cells.when ? { when: cells.time } : cells;
}

/** The date and the time of day, from one cell or two; empty when missing. */
function partsOf(cells: MomentCells): { date: string; time: string } {
  const { date, time, when } = asWhole(cells);
  const first = (when ?? date ?? '').slice(0, MOMENT_MAX_LENGTH).replace(/\s/g, ' ').trim();
  const second = (time ?? '').slice(0, MOMENT_MAX_LENGTH).trim();
  if (second !== '') return { date: first, time: second };
  // The time starts at the first space or T with nothing but a time after it.
  for (let index = first.length - 1; index > 0; index--) {
    const rest = first.slice(index + 1).trim();
    if ((first[index] === ' ' || first[index] === 'T') && CLOCK.test(rest) && /[:apm]/i.test(rest)) {
      const before = first.slice(0, index).replace(/[ ,]$/, '').trim();
      // "2:30 PM" is a single time; its space does not end the date.
      if (readDate(before, 'mdy') ?? readDate(before, 'dmy')) return { date: before, time: rest };
    }
  }
  return CLOCK.test(first) && /[:apm]/i.test(first) ? { date: '', time: first } : { date: first, time: '' };
}

function readDate(text: string, order: DateOrder): Temporal.PlainDate | null {
  const plain = text.trim();
  const of = (year: number, month: number, day: number) =>
    momentOf(() => Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }));
  const yearFirst = YEAR_FIRST.exec(plain);
  if (yearFirst) return of(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3]));
  const yearLast = YEAR_LAST.exec(plain);
  if (yearLast) {
    const [, first, separator, second, year = ''] = yearLast;
    const isDayFirst = separator === '.' || order === 'dmy';
    const [day, month] = isDayFirst ? [Number(first), Number(second)] : [Number(second), Number(first)];
    return of(Number(year) + (year.length === 2 ? 2000 : 0), month, day);
  }
  const named = MONTH_FIRST.exec(plain);
  if (named) return of(Number(named[3]), monthOf(named[1]), Number(named[2]));
  const dayFirst = DAY_FIRST.exec(plain);
  return dayFirst && of(Number(dayFirst[3]), monthOf(dayFirst[2]), Number(dayFirst[1]));
}

function monthOf(name = ''): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

function readClock(text: string): Temporal.PlainTime | null {
  const [, hour, minute, half] = CLOCK.exec(text.trim()) ?? [];
  if (hour === undefined || (minute === undefined && half === undefined)) return null;
  const shown = Number(hour);
  if (half !== undefined && (shown < 1 || shown > 12)) return null;
  const ofDay = half === undefined ? shown : (shown % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return momentOf(() => Temporal.PlainTime.from({ hour: ofDay, minute: Number(minute ?? 0) }, { overflow: 'reject' }));
}

function momentOf<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}

function shortened(text: string): string {
  return text.length > MOMENT_MAX_LENGTH ? `${text.slice(0, MOMENT_MAX_LENGTH - 1)}…` : text;
}
