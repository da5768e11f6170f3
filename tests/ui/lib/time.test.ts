import { Temporal } from 'temporal-polyfill';
import { describe, expect, it, test } from 'vitest';
import { dropTime } from '@/features/scheduler/calendar/drop-time.ts';
import { formatDuration, formatElapsed } from '@/lib/format.ts';
import { byDay, clockChange, hourExists, knownZone, spanOf, weekOf, weeksOfMonth } from '@/lib/local-time.ts';
import { entryOf, momentOf, momentsOf, nextFullHour } from '@/lib/moment-entry.ts';
import { clockIn, formatDateTime, formatRelative } from '@/lib/time.ts';
import { instantsAt } from '../../../shared/time/local-moments.ts';

/** Intl puts a narrow no-break space between the time and AM or PM. */
const plain = (text: string) => text.replace(/\u202f/g, ' ');

describe('dates and times', () => {
  it('are in the configured zone and say which', () => {
    expect(plain(formatDateTime('2026-11-21T09:05:00Z', 'UTC'))).toBe('Nov 21, 2026, 9:05 AM UTC');
    expect(plain(formatDateTime('2026-11-21T09:05:00+00:00', 'America/New_York'))).toBe('Nov 21, 2026, 4:05 AM EST');
    expect(plain(formatDateTime('2026-11-21T20:05:00Z', 'Asia/Tokyo'))).toBe('Nov 22, 2026, 5:05 AM GMT+9');
  });

  it('follow daylight saving', () => {
    expect(plain(formatDateTime('2026-07-01T12:00:00Z', 'America/Chicago'))).toBe('Jul 1, 2026, 7:00 AM CDT');
  });

  it('fall back to UTC, and say so, for a zone that this browser does not know', () => {
    expect(plain(formatDateTime('2026-11-21T09:05:00Z', 'Mars/Olympus'))).toBe('Nov 21, 2026, 9:05 AM UTC');
  });
});

describe('times from now', () => {
  const now = new Date('2026-11-21T12:00:00Z');

  it.each([
    ['2026-11-21T11:59:58Z', 'now'],
    ['2026-11-21T11:45:00Z', '15 minutes ago'],
    ['2026-11-20T12:00:00Z', 'yesterday'],
    ['2026-11-21T14:30:00Z', 'in 2 hours'],
  ])('%s reads "%s"', (time, words) => {
    expect(formatRelative(time, now)).toBe(words);
  });
});

describe('the time of day', () => {
  it('is in the configured zone, or in UTC where the browser does not know it', () => {
    expect(clockIn('Asia/Tokyo')('2026-11-21T15:05:09Z')).toBe('00:05:09');
    expect(clockIn('Mars/Olympus')('2026-11-21T15:05:09Z')).toBe('15:05:09');
  });
});

describe('how long a run took', () => {
  it.each([
    [-5, '0.0 s'],
    [9_940, '9.9 s'],
    [9_990, '10 s'],
    [59_700, '1 min 0 s'],
    [185_000, '3 min 5 s'],
    [3_725_000, '1 h 2 min'],
  ])('%d ms is %s', (ms, words) => {
    expect(formatDuration(ms)).toBe(words);
  });
});

describe('a running clock', () => {
  it.each([
    [-5, '0:00'],
    [760_000, '12:40'],
    [3_723_000, '1:02:03'],
  ])('after %d ms shows %s', (ms, words) => {
    expect(formatElapsed(ms)).toBe(words);
  });
});

const NEW_YORK = 'America/New_York';

it('stands in the fields as the clocks of the zone show it, and is the same moment again', () => {
  const moments = ['2031-01-16T14:30:00Z', '2031-11-02T05:30:00Z', '2031-11-02T06:30:00Z', '2031-03-09T07:00:00Z'];
  for (const moment of moments) expect(String(momentOf(entryOf(moment, NEW_YORK), NEW_YORK))).toBe(moment);
  expect(entryOf('2031-11-02T06:30:41.5Z', NEW_YORK)).toEqual({ date: '2031-11-02', time: '01:30', which: 1 });
});

it('is none where the clocks skip it, and where something is missing or half typed', () => {
  const none = [
    { date: '2031-03-09', time: '02:30', which: 0 },
    { date: '', time: '02:30', which: 0 },
    { date: '2031-03-09', time: '', which: 0 },
    { date: '+020310-03-09', time: '01:00', which: 0 },
  ];
  for (const entry of none) expect(momentsOf(entry, NEW_YORK)).toEqual([]);
});

it('proposes a full hour that leaves time to write', () => {
  const minutes = (Date.parse(nextFullHour()) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(29);
  expect(minutes).toBeLessThanOrEqual(90);
  expect(nextFullHour()).toMatch(/:00:00Z$/);
});

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
