import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { SLOT_GAP_MINUTES } from '../../../shared/posts/posting-times.ts';
import {
  dailyShare,
  localDay,
  type PostingHours,
  planSlots,
  postingWindow,
  SLOT_LEAD_MINUTES,
  type Slot,
  type SlotRequest,
} from '../../../shared/posts/scheduling.ts';
import { everyNth, isFull } from '../../helpers/depth.ts';
import { isInHours } from '../../helpers/in-hours.ts';
import { seeded } from '../../helpers/seeded.ts';

const utc = (startHour: number, endHour: number): PostingHours => ({ timezone: 'UTC', startHour, endHour });
const at = (text: string) => Temporal.Instant.from(text);
const texts = (slots: Slot[]) => slots.map(({ time }) => String(time));

/** A day and time in May 2027. */
const inMay = (time: string) => at(`2027-05-${time}Z`);
/** Every half hour of 3, 4 and 5 May. */
const FULL = Array.from({ length: 48 * 3 }, (_, n) => `0${3 + Math.floor(n / 48)}T${clock(n % 48)}`);

function clock(halfHour: number): string {
  return `${String(Math.floor(halfHour / 2)).padStart(2, '0')}:${halfHour % 2 ? '30' : '00'}`;
}

it.each<[what: string, now: string, hours: PostingHours, taken: string[], slots: string[]]>([
  ['spreads a day evenly', '03T06:00', utc(8, 20), [], ['03T08:00', '03T11:00', '03T14:00', '03T17:00']],
  ['uses what is left of the window', '03T15:58:20', utc(8, 20), [], ['03T16:05', '03T18:05']],
  ['keeps half an hour from others', '03T06:00', utc(8, 20), ['03T08:10', '03T14:00'], ['03T08:40', '03T14:30']],
  ['overflows', '03T18:50', utc(18, 20), [], ['03T18:55', '03T19:25', '03T19:55', '04T18:00']],
  ['goes to tomorrow when the window is over', '03T19:57', utc(8, 20), [], ['04T08:00']],
  ['is still in the window of yesterday', '03T00:30', utc(20, 2), [], ['03T00:35', '03T01:20']],
  ['posts round the clock', '03T09:00', utc(9, 9), [], ['03T09:05', '03T17:05', '04T01:00']],
  ['finds the first gap behind full days', '03T06:00', utc(8, 20), FULL, ['06T08:00']],
])('planSlots %s', (_what, now, hours, taken, slots) => {
  const planned = planSlots({ count: slots.length, now: inMay(now), hours, taken: taken.map(inMay) });
  expect(texts(planned)).toEqual(slots.map((time) => String(inMay(time))));
});

describe('how a slot came about', () => {
  const how = (request: Partial<SlotRequest>) =>
    planSlots({ count: 1, now: at('2027-05-03T06:00Z'), hours: utc(8, 20), taken: [], ...request }).map(
      ({ time: _, ...reason }) => reason,
    );
  const free = { nth: 1, of: 1, later: null, keptApart: false };

  it('is its place among those of one stretch of posting hours', () => {
    expect(how({})).toEqual([free]);
    expect(how({ count: 2 })).toEqual([
      { ...free, of: 2 },
      { ...free, nth: 2, of: 2 },
    ]);
  });

  it('tells what other posts moved', () =>
    expect(how({ taken: [at('2027-05-03T08:10Z')] })).toEqual([{ ...free, keptApart: true }]));

  it.each<[Slot['later'], Partial<SlotRequest>]>([
    ['over', { now: at('2027-05-03T19:57Z') }],
    ['full', { hours: utc(8, 9), taken: [at('2027-05-03T08:25Z'), at('2027-05-03T08:50Z')] }],
    ['skipped', { now: at('2027-03-28T00:30Z'), hours: { timezone: 'Europe/Paris', startHour: 2, endHour: 3 } }],
  ])('tells why it is not today: %s', (later, request) => expect(how(request)).toEqual([{ ...free, later }]));

  it('is no other day while the hours of yesterday run over midnight', () =>
    expect(how({ now: at('2027-05-03T01:58Z'), hours: utc(20, 2) })).toEqual([free]));
});

it.each([
  [3, 10, 3],
  [5, 26, 2],
  [1, 30, 1],
])('a project of %i posts a day among %i has %i of a day with room for twelve', (daily, ofAll, share) =>
  expect(dailyShare(daily, ofAll, utc(8, 14))).toBe(share),
);

describe('postingWindow', () => {
  const hoursLong = (date: string, hours: PostingHours) => {
    const { start, end } = postingWindow(Temporal.PlainDate.from(date), hours);
    return start.until(end).total('hours');
  };

  it.each([
    ['Europe/Paris', '2027-03-28', 13],
    ['America/New_York', '2027-11-07', 15],
    ['Australia/Lord_Howe', '2027-10-03', 13.5],
  ])('in %s is as long on %s as the clock on the wall says', (timezone, date, hours) =>
    expect(hoursLong(date, { timezone, startHour: 0, endHour: 14 })).toBe(hours),
  );

  it('is empty when a clock change swallows it, and the posts go to the next day', () => {
    const hours = { timezone: 'Europe/Paris', startHour: 2, endHour: 3 };
    expect(hoursLong('2027-03-28', hours)).toBe(0);
    const slots = planSlots({ count: 1, now: at('2027-03-28T00:30Z'), hours, taken: [] });
    expect(texts(slots)).toEqual(['2027-03-29T00:00:00Z']);
  });
});

it.each([
  ['2027-03-27T23:30Z', 'Europe/Paris', '2027-03-28', 0, 23],
  ['2027-05-03T20:00Z', 'Asia/Tokyo', '2027-05-04', 2, 24],
  ['2027-10-02T16:00Z', 'Australia/Lord_Howe', '2027-10-03', 0, 23.5],
])('localDay at %s in %s is %s', (now, timezone, date, weekday, hours) => {
  const day = localDay(at(now), timezone);
  expect([String(day.date), day.weekday, day.start.until(day.end).total('hours')]).toEqual([date, weekday, hours]);
});

describe('planSlots, whatever the zone, the hours and the season', () => {
  const zones = [
    ...['UTC', 'Europe/Paris', 'Europe/London', 'America/New_York', 'America/Los_Angeles', 'America/St_Johns'],
    ...['Australia/Lord_Howe', 'Australia/Sydney', 'Asia/Kathmandu', 'Asia/Tokyo', 'Pacific/Chatham', 'Pacific/Apia'],
    'Africa/Casablanca',
  ];
  /** Days near which the clocks change somewhere. */
  const seasons = ['2027-03-13', '2027-03-27', '2027-04-03', '2027-09-25', '2027-10-02', '2027-10-30', '2027-11-06'];

  it.each(everyNth(zones, 3))('keeps every rule in %s', (timezone) => {
    for (let seed = 1; seed <= (isFull ? 60 : 15); seed++) {
      const chance = seeded(seed * 7919 + zones.indexOf(timezone));
      const random = (bound: number) => Math.floor(chance() * bound);
      const hours = { timezone, startHour: random(24), endHour: random(24) };
      const season = seasons[random(seasons.length)] ?? '2027-05-03';
      const now = at(`${season}T00:00Z`).add({ seconds: random(3 * 86_400) });
      const taken = Array.from({ length: random(12) }, () => now.add({ seconds: random(2 * 86_400) - 3600 }));
      const count = 1 + random(10);
      const slots = planSlots({ count, now, hours, taken }).map(({ time }) => time);

      const told = JSON.stringify({ hours, now, taken, slots });
      expect(slots, told).toHaveLength(count);
      for (const [index, slot] of slots.entries()) {
        expect(now.until(slot).total('minutes'), told).toBeGreaterThanOrEqual(SLOT_LEAD_MINUTES);
        const before = slots[index - 1];
        if (before) expect(before.until(slot).total('minutes'), told).toBeGreaterThanOrEqual(SLOT_GAP_MINUTES);
        for (const time of taken) {
          expect(Math.abs(time.until(slot).total('minutes')), told).toBeGreaterThanOrEqual(SLOT_GAP_MINUTES);
        }
        expect(isInHours(slot, hours), told).toBe(true);
      }
    }
  });
});
