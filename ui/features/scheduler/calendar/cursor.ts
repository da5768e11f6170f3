import type { Temporal } from 'temporal-polyfill';

export type CalendarView = 'month' | 'week' | 'day';

/** The cell with the keyboard cursor: a day and, in the week and the day view, an hour. */
export type Cursor = { date: Temporal.PlainDate; hour: number };

/** The cell that a key leads to; null for other keys. Continues into the next month, week or day. */
export function cursorAfter(key: string, { date, hour }: Cursor, view: CalendarView): Cursor | null {
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
      return view === 'day' ? { date, hour: 0 } : { date: date.subtract({ days: weekday }), hour };
    case 'End':
      return view === 'day' ? { date, hour: 23 } : { date: date.add({ days: 6 - weekday }), hour };
    case 'PageUp':
      return { date: stepped(date, view, -1), hour };
    case 'PageDown':
      return { date: stepped(date, view, 1), hour };
    default:
      return null;
  }
}

/** A date moved by a number of months, weeks or days. */
export function stepped(date: Temporal.PlainDate, view: CalendarView, steps: number): Temporal.PlainDate {
  return date.add({ [`${view}s`]: steps });
}
