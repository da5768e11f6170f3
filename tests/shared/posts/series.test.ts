import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { occurrences, occurrenceTime, seriesStep } from '../../../shared/posts/series.ts';
import { type SeriesRule, seriesRuleSchema } from '../../../shared/posts/series-api.ts';
import { isFull } from '../../helpers/depth.ts';

const date = (text: string) => Temporal.PlainDate.from(text);
const rule = (more: Partial<SeriesRule>): SeriesRule => ({
  every: { unit: 'week', weekdays: [1, 3] },
  time: '09:00',
  from: '2031-01-01',
  end: { kind: 'never' },
  ...more,
});
const days = (more: Partial<SeriesRule>, upTo: string) =>
  [...occurrences(rule(more), date(upTo))].map(({ day }) => `${day}`);

describe('the days of a series', () => {
  it('are weekdays after the day that it begins with', () =>
    expect(days({}, '2031-01-15')).toEqual(['2031-01-06', '2031-01-08', '2031-01-13', '2031-01-15']));

  it('are a day of each month, or its last one where the month is shorter', () => {
    const monthly = (day: number | 'last') => days({ every: { unit: 'month', day } }, '2031-04-30');
    expect(monthly(31)).toEqual(['2031-01-31', '2031-02-28', '2031-03-31', '2031-04-30']);
    expect([monthly('last'), monthly(1)]).toEqual([monthly(31), ['2031-02-01', '2031-03-01', '2031-04-01']]);
  });

  it('end with a date, or after so many', () => {
    expect(days({ end: { kind: 'date', until: '2031-01-08' } }, '2031-12-31')).toEqual(['2031-01-06', '2031-01-08']);
    expect(days({ end: { kind: 'count', count: 3 } }, '2031-12-31')).toHaveLength(3);
  });
});

it.each(['0001-01-01', '1999-12-31', '3000-01-01', '9999-12-31'])('a rule does not begin in another age: %s', (from) =>
  expect(seriesRuleSchema.safeParse(rule({ from })).success).toBe(false),
);

it('the time of a post is that of the clocks, also after they change', () => {
  const at = (day: string, time: string) => occurrenceTime(date(day), time, 'America/New_York').toString();
  expect([at('2031-03-08', '09:00'), at('2031-03-10', '09:00')]).toEqual([
    '2031-03-08T14:00:00Z',
    '2031-03-10T13:00:00Z',
  ]);
  expect(at('2031-03-09', '02:30')).toBe('2031-03-09T07:30:00Z');
  expect(at('2031-11-02', '01:30')).toBe('2031-11-02T05:30:00Z');
});

describe('what is made', () => {
  const now = Temporal.Instant.from('2031-01-01T12:00:00Z');

  it('is what comes within five weeks, with the texts in turn after the first, which is out', () => {
    const step = seriesStep(rule({}), { texts: 3, nextOn: '2031-01-02', now, zone: 'UTC' });
    expect(step.days.slice(0, 4).map(({ day, text }) => [day, text])).toEqual([
      ['2031-01-06', 1],
      ['2031-01-08', 2],
      ['2031-01-13', 0],
      ['2031-01-15', 1],
    ]);
    expect([step.days.at(-1)?.day, step.nextOn]).toEqual(['2031-02-05', '2031-02-10']);
  });

  it('is over at its end', () => {
    const ends = rule({ end: { kind: 'count', count: 2 } });
    expect(seriesStep(ends, { texts: 1, nextOn: '2031-01-02', now, zone: 'UTC' }).nextOn).toBeNull();
  });

  it('is each day once and in time, however the runs fall, and leaves out what was slept through', () => {
    const every = fc.oneof(
      fc
        .uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 })
        .map((weekdays) => ({ unit: 'week' as const, weekdays })),
      fc
        .oneof(fc.integer({ min: 1, max: 31 }), fc.constant('last' as const))
        .map((day) => ({ unit: 'month' as const, day })),
    );
    fc.assert(
      fc.property(every, fc.array(fc.integer({ min: 1, max: 60 * 24 }), { maxLength: 12 }), (unit, naps) => {
        const made: string[] = [];
        let nextOn: string | null = '2031-01-02';
        let clock = now;
        for (const hours of [0, ...naps]) {
          clock = clock.add({ hours });
          if (nextOn === null) break;
          const step = seriesStep(rule({ every: unit }), { texts: 2, nextOn, now: clock, zone: 'Europe/Berlin' });
          for (const { time } of step.days)
            expect(Temporal.Instant.compare(Temporal.Instant.from(time), clock)).toBe(1);
          made.push(...step.days.map(({ day }) => day));
          nextOn = step.nextOn;
        }
        expect(made).toEqual([...new Set(made)].sort());
        const whole = [...occurrences(rule({ every: unit }), date('2041-01-01'))].map(({ day }) => `${day}`);
        expect(made.every((day) => whole.includes(day))).toBe(true);
      }),
      { numRuns: isFull ? 40 : 8 },
    );
  });
});
