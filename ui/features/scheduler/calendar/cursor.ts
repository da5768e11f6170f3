import type { Temporal } from 'temporal-polyfill';

/** The cell that the arrow keys have reached: a day and, in the week's calendar, an hour of it. */
export type Cursor = { date: Temporal.PlainDate; hour: number };

/** Where a key leads from a cell; null for keys that lead nowhere. Days run on into the next month or week. */
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

/** The same day a month or a week on, or back. */
export function stepped(date: Temporal.PlainDate, view: 'month' | 'week', steps: number): Temporal.PlainDate {
  return date.add(view === 'month' ? { months: steps } : { weeks: steps });
}
