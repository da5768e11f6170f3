import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { cursorAfter } from '@/features/scheduler/calendar/cursor.ts';

const cursor = { date: Temporal.PlainDate.from('2031-01-30'), hour: 9 };

test.each([
  ['ArrowLeft', 'month', '2031-01-29', 9],
  ['ArrowRight', 'month', '2031-01-31', 9],
  ['ArrowUp', 'month', '2031-01-23', 9],
  ['ArrowDown', 'month', '2031-02-06', 9],
  ['Home', 'month', '2031-01-26', 9],
  ['End', 'month', '2031-02-01', 9],
  ['PageUp', 'month', '2030-12-30', 9],
  ['PageDown', 'month', '2031-02-28', 9],
  ['ArrowUp', 'week', '2031-01-30', 8],
  ['ArrowDown', 'week', '2031-01-30', 10],
  ['PageDown', 'week', '2031-02-06', 9],
] as const)('%s in the %s leads to %s, hour %i', (key, view, date, hour) => {
  const next = cursorAfter(key, cursor, view);
  expect([next?.date.toString(), next?.hour]).toEqual([date, hour]);
});

test('the hours end at midnight, and other keys lead nowhere', () => {
  expect(cursorAfter('ArrowDown', { ...cursor, hour: 23 }, 'week')?.hour).toBe(23);
  expect(cursorAfter('ArrowUp', { ...cursor, hour: 0 }, 'week')?.hour).toBe(0);
  expect(cursorAfter('a', cursor, 'month')).toBeNull();
});
