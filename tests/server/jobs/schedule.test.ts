import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { dueKey, nextTime, type Schedule } from '../../../server/jobs/schedule.ts';
import { seeded } from '../../helpers/seeded.ts';

const instant = (text: string) => Temporal.Instant.from(text);
const daily = (hour: number): Schedule => ({ every: 'day', hour });

type Life = { from: string; until: string; zoneAt(now: Temporal.Instant): string; hour: number };
type Run = { key: string; at: Temporal.ZonedDateTime };

/**
 * Simulates a machine that wakes when a run becomes due, or sleeps for up to 20 hours. Each key is claimed once, as in
 * the database.
 */
function live({ from, until, zoneAt, hour }: Life, random: () => number, sleepiness: number) {
  const schedule = daily(hour);
  const runs: Run[] = [];
  const claimed = new Set<string>();
  /** Dates on which the machine was awake at or after the hour: each of them must have a run. */
  const owed = new Set<string>();
  let now = instant(from);
  while (Temporal.Instant.compare(now, instant(until)) < 0) {
    const zone = zoneAt(now);
    const local = now.toZonedDateTimeISO(zone);
    if (local.hour >= hour) owed.add(local.toPlainDate().toString());
    const key = dueKey(schedule, now, zone);
    if (key !== null && !claimed.has(key)) {
      claimed.add(key);
      runs.push({ key, at: local });
    }
    const asleep = random() < sleepiness;
    const soon = now.add({ minutes: 1 + Math.floor(random() * (asleep ? 20 * 60 : 36 * 60)) });
    const next = nextTime(schedule, now, zone);
    now = !asleep && Temporal.Instant.compare(next, soon) < 0 ? next : soon;
  }
  return { runs, owed };
}

function datesOf(from: string, until: string, zone: string): string[] {
  const dates = new Set<string>();
  for (let now = instant(from); Temporal.Instant.compare(now, instant(until)) < 0; now = now.add({ hours: 6 })) {
    dates.add(now.toZonedDateTimeISO(zone).toPlainDate().toString());
  }
  return [...dates];
}

const YEARS: [zone: string, year: number, hour: number][] = [
  ['America/New_York', 2026, 2],
  ['Australia/Lord_Howe', 2026, 23],
  ['Pacific/Apia', 2011, 7],
  ['America/Sao_Paulo', 2018, 0],
];

describe.each(YEARS)('a year in %s (%i)', (zone, year, hour) => {
  // From noon to noon UTC, so that every local date of the year includes the hour.
  const from = `${year}-01-01T12:00:00Z`;
  const until = `${year + 1}-01-01T12:00:00Z`;

  const whole = datesOf(from, until, zone).slice(1, -1);

  it(`runs once each local date from ${hour}:00 on`, () => {
    const { runs } = live({ from, until, zoneAt: () => zone, hour }, seeded(year + hour), 0);
    expect(runs.map(({ key }) => key).filter((key) => whole.includes(key))).toEqual(whole);
    for (const { key, at } of runs) expect(at.toPlainDate().toString()).toBe(key);
    const onTime = runs.filter(({ at }) => at.hour === hour && at.minute === 0).length;
    expect(onTime, 'all but the first day and those whose hour the clocks skip').toBeGreaterThan(runs.length - 4);
  });

  it('runs late on the same date when the machine was asleep, and not at all when it slept all day', () => {
    const { runs, owed } = live({ from, until, zoneAt: () => zone, hour: 7 }, seeded(year), 0.6);
    expect(new Set(runs.map(({ key }) => key))).toEqual(owed);
    expect(runs).toHaveLength(owed.size);
    expect(owed.size).toBeGreaterThan(200);
    for (const { key, at } of runs) expect(at.toPlainDate().toString()).toBe(key);
  });
});

describe('a year in which the zone is changed', () => {
  const zones = ['Europe/Berlin', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kolkata', 'America/New_York'];
  const zoneAt = (now: Temporal.Instant) => zones[Math.floor(now.epochMilliseconds / (73 * 86_400_000)) % 5] ?? 'UTC';

  it('runs once for each date that was there, also for one that came twice', () => {
    const life = { from: '2026-01-01T12:00:00Z', until: '2027-01-01T12:00:00Z', zoneAt, hour: 7 };
    const { runs, owed } = live(life, seeded(1), 0);
    expect(runs).toHaveLength(owed.size);
    expect(new Set(runs.map(({ key }) => key))).toEqual(owed);
  });
});

describe('a day whose clocks change', () => {
  const dueAt = (date: string, hour: number, zone: string) => {
    const before = Temporal.PlainDate.from(date)
      .subtract({ days: 1 })
      .toZonedDateTime({ timeZone: zone, plainTime: '23:59' });
    return nextTime(daily(hour), before.toInstant(), zone).toZonedDateTimeISO(zone).toString();
  };

  it('is due at the first of two equal hours, and after a skipped one', () => {
    expect(dueAt('2026-11-01', 1, 'America/New_York')).toMatch(/^2026-11-01T01:00:00-04:00/);
    expect(dueAt('2026-03-08', 2, 'America/New_York')).toMatch(/^2026-03-08T03:00:00-04:00/);
    expect(dueAt('2026-10-04', 2, 'Australia/Lord_Howe')).toMatch(/^2026-10-04T02:30:00\+11:00/);
    expect(dueAt('2018-11-04', 0, 'America/Sao_Paulo')).toMatch(/^2018-11-04T01:00:00-02:00/);
  });

  it('is due before the clocks skip its last hour into the next date', () =>
    expect(dueAt('2026-03-28', 23, 'America/Nuuk')).toMatch(/^2026-03-28T22:00:00-02:00/));
});

const hourly: Schedule = { every: 'stretch', minutes: 60 };

it('a stretch is the same for everybody, whatever the zone and the clock changes', () => {
  const now = instant('2026-10-25T00:59:59.9Z');
  for (const zone of ['Europe/Berlin', 'Asia/Kolkata']) {
    expect(dueKey(hourly, now, zone)).toBe('2026-10-25T00:00:00Z');
    expect(nextTime(hourly, now, zone).toString()).toBe('2026-10-25T01:00:00Z');
  }
  expect(dueKey(hourly, instant('2026-10-25T01:00:00Z'), 'UTC')).toBe('2026-10-25T01:00:00Z');
});

it('says so when the time zone is unknown', () =>
  expect(() => dueKey(daily(7), instant('2026-01-01T00:00:00Z'), 'Mars/Olympus')).toThrow(RangeError));

describe('a schedule of a person', () => {
  const berlin = (schedule: Schedule, local: string) =>
    dueKey(schedule, Temporal.ZonedDateTime.from(`${local}[Europe/Berlin]`).toInstant(), 'Europe/Berlin');
  const half: Schedule = { every: 'day', hour: 2, minute: 30, days: [0, 3] };

  it.each([
    ['on another day', '2026-03-24T12:00', null],
    ['before its time', '2026-03-25T02:29', null],
    ['at its time', '2026-03-25T02:30', '2026-03-25 02:30'],
    ['before the change, on a Sunday whose clocks skip its time', '2026-03-29T01:59', null],
    ['right after that change', '2026-03-29T03:30', '2026-03-29 02:30'],
    ['at the second of two equal times: the same run', '2026-10-25T02:30+01:00', '2026-10-25 02:30'],
  ])('%s', (_when, local, key) => expect(berlin(half, local)).toBe(key));

  it('makes up for nothing that was due before it was made', () => {
    const since = instant('2026-03-25T08:00:00Z');
    expect(berlin({ ...half, since }, '2026-03-25T12:00')).toBeNull();
    expect(berlin({ every: 'stretch', minutes: 720, since }, '2026-03-25T12:59')).toBeNull();
    expect(berlin({ every: 'stretch', minutes: 720, since }, '2026-03-25T13:00')).toBe('2026-03-25T12:00:00Z');
  });
});
