import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { looksLikeMoment, orderOf, readMoment } from '../../../../server/features/import/times.ts';

const NEW_YORK = 'America/New_York';
const MORNING = { time: '2031-01-16T14:30:00Z' };

describe('when a line goes out', () => {
  it.each([
    { when: '2031-01-16T14:30:00Z' },
    { when: '2031-01-16T09:30-05:00' },
    { when: '2031-01-16 09:30' },
    { when: '2031/1/16 9:30' },
    { when: '1/16/2031 9:30 AM' },
    { when: '01/16/31 9:30AM' },
    { when: '16.1.2031 9:30' },
    { when: 'Jan 16, 2031 9:30 am' },
    { when: '16 January 2031, 9:30 a.m.' },
    { date: '2031-01-16', time: '9:30' },
    { date: '2031-01-16', time: '09:30:00' },
    { date: '2031-01-16', time: '9:30 AM' },
    { date: '2031-01-16 09:30' },
  ])('is read from %j', (cells) => expect(readMoment(cells, 'mdy', NEW_YORK)).toEqual(MORNING));

  it('is never for a line without a date', () => expect(readMoment({}, 'mdy', NEW_YORK)).toEqual({ time: null }));

  it('has the day first where the file has', () => {
    expect(readMoment({ when: '03/04/2031 12:00' }, 'dmy', 'UTC')).toEqual({ time: '2031-04-03T12:00:00Z' });
    expect(readMoment({ when: '03/04/2031 12:00' }, 'mdy', 'UTC')).toEqual({ time: '2031-03-04T12:00:00Z' });
    expect(readMoment({ time: '03/04/2031 12:00' }, 'dmy', 'UTC')).toEqual({ time: '2031-04-03T12:00:00Z' });
    expect(readMoment({ when: '12 AM' }, 'mdy', 'UTC')).toEqual({ problem: 'It has a time but no date.' });
  });

  it.each([
    [{ date: '2031-02-30', time: '9:00' }, '"2031-02-30" is not a date that can be read. Write it as 2031-01-16.'],
    [{ date: 'tomorrow', time: '9:00' }, '"tomorrow" is not a date that can be read. Write it as 2031-01-16.'],
    [{ date: '2031-01-16', time: '25:00' }, '"25:00" is not a time that can be read. Write it as 14:30.'],
    [{ date: '2031-01-16', time: '13 PM' }, '"13 PM" is not a time that can be read. Write it as 14:30.'],
    [{ date: '2031-01-16' }, 'It has a date but no time.'],
    [{ time: '9:00' }, 'It has a time but no date.'],
    [{ when: '2031-13-16T09:30:00Z' }, '"2031-13-16T09:30:00Z" is not a date and time that exists.'],
    [
      { date: '2031-03-09', time: '2:30' },
      '02:30 does not exist on 2031-03-09 in America/New_York: the clocks go forward. Choose another time.',
    ],
  ])('is refused in words where it cannot be: %j', (cells, problem) =>
    expect(readMoment(cells, 'mdy', NEW_YORK)).toEqual({ problem }),
  );

  it('is the first of two where the clocks go back', () =>
    expect(readMoment({ when: '2031-11-02 01:30' }, 'mdy', NEW_YORK)).toEqual({ time: '2031-11-02T05:30:00Z' }));

  it('is what any minute was written as', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1_800_000_000, max: 4_000_000_000 }), fc.boolean(), (seconds, isDayFirst) => {
        const at = Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
          .round('minute')
          .toZonedDateTimeISO('UTC');
        const two = (number: number) => String(number).padStart(2, '0');
        const [first, second] = isDayFirst ? [at.day, at.month] : [at.month, at.day];
        const when = `${two(first)}/${two(second)}/${at.year} ${two(at.hour)}:${two(at.minute)}`;
        expect(readMoment({ when }, isDayFirst ? 'dmy' : 'mdy', 'UTC')).toEqual({ time: at.toInstant().toString() });
      }),
    ));

  it('costs little for hostile cells', () => {
    const start = process.cpuUsage();
    for (const part of [' ', '1', '1:', '1 ', '/', 'a', 'T', '1/1/2031 ']) {
      const cell = part.repeat(70_000 / part.length);
      readMoment({ when: cell, time: cell }, 'mdy', 'UTC');
      looksLikeMoment(cell);
    }
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(2);
  });
});

describe('the order of day and month', () => {
  const dates = (...cells: string[]) => orderOf(cells.map((date) => ({ date })));
  it('shows in any date that has only one', () => {
    expect([dates('03/04/2031', '13/04/2031'), dates('03/04/2031', '04/13/2031 9:00')]).toEqual(['dmy', 'mdy']);
    expect(dates('03/04/2031')).toBeNull();
    expect(dates('04/04/2031', '2031-01-16', '1.2.2031', '')).toBe('none');
  });
});
