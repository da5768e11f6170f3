import { describe, expect, it } from 'vitest';
import { type Shift, shiftedTime } from '../../../ui/features/scheduler/selection/shift-time.ts';

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
