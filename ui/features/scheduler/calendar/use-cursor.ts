import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Temporal } from 'temporal-polyfill';
import type { Cursor } from '@/features/scheduler/calendar/cursor.ts';
import { withValue } from '@/features/scheduler/filters.ts';

const NAME = 'date';

/**
 * The calendar's cursor. The month or week that it is in stands in the address' query (`date=2031-01-16`), so that a reload and the way back from
 * /auth lead there again; `start` is where it begins without.
 */
export function useCursor(
  start: Cursor,
  daysAround: (date: Temporal.PlainDate) => Temporal.PlainDate[],
): [cursor: Cursor, move: (next: Cursor) => void] {
  const [query, setQuery] = useSearchParams();
  const [cursor, setCursor] = useState<Cursor>(() => ({ ...start, date: dateIn(query) ?? start.date }));
  function move(next: Cursor) {
    setCursor(next);
    const isElsewhere = String(daysAround(next.date)) !== String(daysAround(cursor.date));
    if (!isElsewhere) return;
    setQuery((current) => withValue(current, NAME, next.date.toString()), { replace: true, preventScrollReset: true });
  }
  return [cursor, move];
}

function dateIn(query: URLSearchParams): Temporal.PlainDate | null {
  try {
    return Temporal.PlainDate.from(query.get(NAME) ?? '');
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}
