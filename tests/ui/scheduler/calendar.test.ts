import { Temporal } from 'temporal-polyfill';
import { describe, expect, it, test } from 'vitest';
import { cursorAfter } from '@/features/scheduler/calendar/cursor.ts';
import { type Shift, shiftedTime } from '@/features/scheduler/selection/shift-time.ts';

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

const PARIS = 'Europe/Paris';
const by = (days: number, hours = 0): Shift => ({ kind: 'by', days, hours });
const to = (date: string): Shift => ({ kind: 'to', date });

describe('a post that is moved', () => {
  it.each([
    [
      'keeps what the clock shows when it moves over the end of summer time',
      '2026-10-24T07:00:00Z',
      by(1),
      '2026-10-25T08:00:00Z',
    ],
    ['moves by days, then by hours as they pass', '2026-10-24T22:30:00Z', by(0, 3), '2026-10-25T01:30:00Z'],
    ['goes to a date at its time of day', '2026-11-10T08:00:00Z', to('2026-07-01'), '2026-07-01T07:00:00Z'],
    [
      'stays at the second of two equal times when it stays on its day',
      '2026-10-25T01:30:00Z',
      by(0),
      '2026-10-25T01:30:00Z',
    ],
    ['takes the first of two equal times of another day', '2026-10-24T00:30:00Z', by(1), '2026-10-25T00:30:00Z'],
    ['goes nowhere at a time that the clocks skip', '2026-03-28T01:30:00Z', by(1), null],
  ])('%s', (_, time, shift, moved) => {
    expect(shiftedTime(time, shift, PARIS)).toBe(moved);
  });
});
