import type { Temporal } from 'temporal-polyfill';

/** The cell with the keyboard cursor: a day and, in the week view, an hour. */
export type Cursor = { date: Temporal.PlainDate; hour: number };

/** The cell that a key leads to; null for other keys. Continues into the next month or week. */
export function cursorAfter(key: string, { date, hour }: Cursor, view: 'month' | 'week'): Cursor | null {
  const weekday = date.dayOfWeek % 7;
  const vertical = (step: 1 | -1): Cursor =>
    view === 'month'
      ? { date: date.add({ weeks: step }), hour }
      : { date, hour: Math.min(23, Math.max(0, hour + step)) };
  switch (key) {
    case 'ArrowLeft':
      return { date: date.subtract({ days: 1 }), hour };
    case 'ArrowRight':
      return { date: date.add({ days: 1 }), hour };
    case 'ArrowUp':
      return vertical(-1);
    case 'ArrowDown':
      return vertical(1);
    case 'Home':
      return { date: date.subtract({ days: weekday }), hour };
    case 'End':
      return { date: date.add({ days: 6 - weekday }), hour };
    case 'PageUp':
      return { date: stepped(date, view, -1), hour };
    case 'PageDown':
      return { date: stepped(date, view, 1), hour };
    default:
      return null;
  }
}

/** The same day a number of months or weeks later, or earlier. */
export function stepped(date: Temporal.PlainDate, view: 'month' | 'week', steps: number): Temporal.PlainDate {
  return date.add(view === 'month' ? { months: steps } : { weeks: steps });
}
