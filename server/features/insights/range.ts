import { Temporal } from 'temporal-polyfill';
import { INSIGHTS_DEFAULT_DAYS, INSIGHTS_MAX_DAYS, type InsightsQuery } from '../../../shared/insights/insights.ts';
import { AppError } from '../../errors.ts';

/**
 * The first and last day of a range, both included, as YYYY-MM-DD. Without `to` it ends today; without `from` it has 30
 * days. AppError bad_input if the last day is before the first, or the range is too long.
 */
export function rangeOf(
  { from, to }: Pick<InsightsQuery, 'from' | 'to'>,
  today: Temporal.PlainDate,
): { from: string; to: string } {
  const days = { days: INSIGHTS_DEFAULT_DAYS - 1 };
  const last = to === undefined ? (from === undefined ? today : later(today, dayOf(from))) : dayOf(to);
  const first = from === undefined ? last.subtract(days) : dayOf(from);
  const length = first.until(last).days + 1;
  if (length < 1) throw new AppError('bad_input', 'The range ends before it begins. Give the earlier day as "from".');
  if (length > INSIGHTS_MAX_DAYS) throw new AppError('bad_input', 'A range has at most ten years. Give a shorter one.');
  return { from: first.toString(), to: last.toString() };
}

function later(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(one, other) < 0 ? other : one;
}

function dayOf(text: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(text);
}
