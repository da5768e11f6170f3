import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { hoursOfAccounts, type PlacedPost, takenFor } from '../../../shared/posts/account-times.ts';
import { postingTimesOn } from '../../../shared/posts/due-time.ts';
import { SLOT_GAP_MINUTES, timesOfDay, tooCloseTo, withTimesOfDay } from '../../../shared/posts/posting-times.ts';
import { type PostingHours, planSlots, SLOT_LEAD_MINUTES } from '../../../shared/posts/scheduling.ts';
import { isFull } from '../../helpers/depth.ts';

const at = (text: string) => Temporal.Instant.from(text);
const MONDAY = 24 * 60;
/** Mondays at 09:00 and 12:30. */
const MONDAYS = [MONDAY + 9 * 60, MONDAY + 12 * 60 + 30];

const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia');
const weeks = fc.uniqueArray(fc.integer({ min: 0, max: 7 * 24 * 60 - 1 }), { minLength: 1, maxLength: 30 });
const moments = fc
  .integer({ min: Date.parse('2011-01-01'), max: Date.parse('2031-01-01') })
  .map((time) => Temporal.Instant.fromEpochMilliseconds(time));

it('the times of a day are read, replaced, and kept in order, each once', () => {
  const times = withTimesOfDay(withTimesOfDay([], 1, ['12:30', '09:00', '09:00']), 0, ['23:59']);
  expect([times, timesOfDay(times, 1)]).toEqual([
    [23 * 60 + 59, ...MONDAYS],
    ['09:00', '12:30'],
  ]);
  expect(timesOfDay(withTimesOfDay(times, 1, []), 1)).toEqual([]);
  expect([tooCloseTo(['09:00'], '09:29'), tooCloseTo(['09:00'], '09:30')]).toEqual(['09:00', undefined]);
});

it.each([
  ['skipped: right after the change', '2026-03-29', ['2026-03-29T01:30:00Z']],
  ['repeated: the first time', '2026-10-25', ['2026-10-25T00:30:00Z']],
  ['on another day: none', '2026-03-30', []],
])('the times of a day %s', (_what, date, times) => {
  const sunday = withTimesOfDay([], 0, ['02:30']);
  expect(postingTimesOn(Temporal.PlainDate.from(date), sunday, 'Europe/Berlin').map(String)).toEqual(times);
});

describe('planSlots with chosen times', () => {
  const hours = (times: number[], timezone = 'UTC'): PostingHours => ({ timezone, startHour: 8, endHour: 10, times });

  it('takes the next free ones, whatever the posting hours are, and says so', () => {
    const now = at('2027-05-03T08:56:00Z');
    const slots = planSlots({ count: 3, now, hours: hours(MONDAYS), taken: [at('2027-05-10T09:00:00Z')] });
    expect(slots.map(({ time, nth, of, later, isChosen }) => [String(time), nth, of, later, isChosen])).toEqual([
      ['2027-05-03T12:30:00Z', 1, 1, null, true],
      ['2027-05-10T12:30:00Z', 1, 1, 'full', true],
      ['2027-05-17T09:00:00Z', 1, 1, 'full', true],
    ]);
  });

  it('keeps to the share of a project a day', () => {
    const now = at('2027-05-03T00:00:00Z');
    const slots = planSlots({ count: 2, now, hours: hours(MONDAYS), taken: [], share: { perDay: 1, own: [] } });
    expect(slots.map(({ time }) => String(time))).toEqual(['2027-05-03T09:00:00Z', '2027-05-10T09:00:00Z']);
  });

  it('is at a chosen time of the zone, never past, in order, and away from other posts', () => {
    const asked = fc.record({ now: moments, times: weeks, zone: zones, count: fc.integer({ min: 1, max: 8 }) });
    fc.assert(
      fc.property(asked, fc.array(fc.integer({ min: 0, max: 20 * 24 * 60 }), { maxLength: 20 }), (one, minutes) => {
        const taken = minutes.map((later) => one.now.add({ minutes: later }));
        const slots = planSlots({ count: one.count, now: one.now, hours: hours(one.times, one.zone), taken });
        expect(slots).toHaveLength(one.count);
        for (const [index, { time }] of slots.entries()) {
          const date = time.toZonedDateTimeISO(one.zone).toPlainDate();
          expect(postingTimesOn(date, one.times, one.zone).map(String)).toContain(String(time));
          expect(time.since(one.now).total('minutes')).toBeGreaterThanOrEqual(SLOT_LEAD_MINUTES);
          const others = [...taken, ...slots.slice(0, index).map((slot) => slot.time)];
          for (const other of others)
            expect(Math.abs(time.since(other).total('minutes'))).toBeGreaterThanOrEqual(SLOT_GAP_MINUTES);
          const before = slots[index - 1];
          if (before) expect(Temporal.Instant.compare(before.time, time)).toBe(-1);
        }
      }),
      { numRuns: isFull ? 60 : 15 },
    );
  });
});

describe('the times of accounts', () => {
  const workspace: PostingHours = { timezone: 'UTC', startHour: 8, endHour: 10, times: MONDAYS };
  const account = (id: string, posting_times: number[] | null) => ({ id, platform: id.slice(0, 1), posting_times });
  const [a, b, c] = [account('a', [600, 540]), account('b', [600, 700]), account('c', null)];

  it.each([
    ['none has its own: those of the workspace', [c], MONDAYS],
    ['one has its own: these, in order', [a, c], [540, 600]],
    ['several have: all of them, each once', [a, b, c], [540, 600, 700]],
    ['no account at all: those of the workspace', [], MONDAYS],
  ])('%s', (_what, accounts, times) => expect(hoursOfAccounts(workspace, accounts).times).toEqual(times));

  const post = (platforms: string[], accounts: string[] | null = null): PlacedPost => ({
    time: at('2027-05-03T09:00:00Z'),
    platforms,
    accounts,
  });

  it.each([
    ['the same account', post(['a', 'b'], ['b', 'a']), true],
    ['another account of its platform', post(['a'], ['a2']), false],
    ['all accounts of its platform', post(['a']), true],
    ['all accounts of another platform', post(['b']), false],
  ])('are taken by a post for %s: %#', (_what, one, isTaken) => {
    expect(takenFor(hoursOfAccounts(workspace, [a]), [one])).toHaveLength(isTaken ? 1 : 0);
    expect(takenFor(hoursOfAccounts(workspace, [c]), [one])).toHaveLength(1);
  });
});
