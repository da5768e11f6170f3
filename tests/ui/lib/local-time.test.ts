import { Temporal } from 'temporal-polyfill';
import { describe, expect, it, test } from 'vitest';
import { dropTime } from '@/features/scheduler/calendar/drop-time.ts';
import { byDay, clockChange, hourExists, knownZone, spanOf, weekOf, weeksOfMonth } from '@/lib/local-time.ts';
import { instantsAt } from '../../../shared/time/local-moments.ts';

const NEW_YORK = 'America/New_York';
const date = (text: string) => Temporal.PlainDate.from(text);
const time = (text: string) => Temporal.PlainTime.from(text);

describe('a clock time in a zone', () => {
  const moments = (day: string, clock: string) => instantsAt(date(day), time(clock), NEW_YORK).map(String);
  it('is none where the clocks skip it', () => {
    expect(moments('2031-03-09', '02:30')).toEqual([]);
  });
  it('is two where the clocks are set back over it', () => {
    expect(moments('2031-11-02', '01:30')).toEqual(['2031-11-02T05:30:00Z', '2031-11-02T06:30:00Z']);
  });
});

describe('the odd days of the year', () => {
  it.each([
    ['2031-03-09', 1],
    ['2031-11-02', -1],
  ])('%s: the clocks are set by %i h', (day, hours) => {
    expect(clockChange(date(day), NEW_YORK)).toBe(hours);
  });

  it('lack an hour', () => {
    expect(hourExists(date('2031-03-09'), 2, NEW_YORK)).toBe(false);
    expect(hourExists(date('2031-03-09'), 3, NEW_YORK)).toBe(true);
  });
  it('lack half an hour on Lord Howe Island, which leaves the hour there', () => {
    expect(hourExists(date('2031-10-05'), 2, 'Australia/Lord_Howe')).toBe(true);
  });
});

test.each(['2031-01-12', '2031-01-16', '2031-01-18'])('the week of %s runs from Sunday to Saturday', (day) => {
  expect(weekOf(date(day)).map(({ day }) => day)).toEqual([12, 13, 14, 15, 16, 17, 18]);
});

test.each([
  ['2031-02-10', '2031-01-26', 35],
  ['2026-02-10', '2026-02-01', 28],
])('the weeks of the month of %s begin on %s and have %i days', (day, first, count) => {
  const days = weeksOfMonth(date(day));
  expect(String(days[0])).toBe(first);
  expect(days).toHaveLength(count);
});

test('the span of a day with a clock change has 23 hours', () => {
  expect(spanOf([date('2031-03-09')], NEW_YORK)).toEqual({
    start: '2031-03-09T05:00:00Z',
    end: '2031-03-10T04:00:00Z',
  });
});

test("posts fall on the zone's days", () => {
  const posts = ['2031-01-14T00:00:00Z', '2031-01-16T04:59:59Z', '2031-01-16T05:00:00Z', '2031-02-01T00:00:00Z'].map(
    (scheduled_time) => ({ scheduled_time }),
  );
  const days = byDay(posts, [date('2031-01-15'), date('2031-01-16'), date('2031-01-17')], NEW_YORK);
  expect(Object.fromEntries(days)).toEqual({
    '2031-01-15': [posts[1]],
    '2031-01-16': [posts[2]],
    '2031-01-17': [],
  });
});

test('a zone that this browser does not know counts as UTC', () => {
  expect(knownZone('Mars/Olympus')).toBe('UTC');
  expect(knownZone(NEW_YORK)).toBe(NEW_YORK);
});

describe('a post that is dropped', () => {
  const nineThirty = '2031-01-16T14:30:00Z';

  it('on a day keeps its time of day, over a clock change too', () => {
    expect(dropTime(nineThirty, { date: '2031-06-02', hour: null }, NEW_YORK)).toBe('2031-06-02T13:30:00Z');
  });
  it('on an hour that comes twice takes the first', () => {
    expect(dropTime(nineThirty, { date: '2031-11-02', hour: 1 }, NEW_YORK)).toBe('2031-11-02T05:30:00Z');
  });
  it('on a time that does not exist is refused', () => {
    expect(() => dropTime(nineThirty, { date: '2031-03-09', hour: 2 }, NEW_YORK)).toThrow(
      '2:30 AM does not exist on Sunday, March 9, 2031 in America/New_York: the clocks go forward. Choose another time.',
    );
  });
});
