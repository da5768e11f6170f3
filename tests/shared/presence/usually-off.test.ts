import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { offTimesInWords } from '../../../shared/presence/off-times-words.ts';
import { KNOWN_DAYS_MIN, type PresenceDay, usuallyOff } from '../../../shared/presence/usually-off.ts';

const zone = 'America/New_York';
/** A Thursday, three and a half weeks after the clocks there went back. */
const now = Temporal.Instant.from('2026-11-26T15:00:00Z');

/** What is recorded of a machine that ran where `isOn`, over so many days until now. */
function recorded(knownDays: number, isOn: (local: Temporal.ZonedDateTime) => boolean): PresenceDay[] {
  const days = new Map<string, number>();
  for (let hour = 0; hour < knownDays * 24; hour++) {
    const at = now.subtract({ hours: hour });
    const utc = at.toZonedDateTimeISO('UTC');
    const day = utc.toPlainDate().toString();
    days.set(day, (days.get(day) ?? 0) | (isOn(at.toZonedDateTimeISO(zone)) ? 1 << utc.hour : 0));
  }
  return [...days].map(([day, hours]) => ({ day, hours }));
}

const atWork = ({ dayOfWeek, hour }: Temporal.ZonedDateTime) => dayOfWeek <= 5 && hour >= 9 && hour < 18;
const inWeeks = (first: number, last: number) => (local: Temporal.ZonedDateTime) => {
  const days = now.since(local.toInstant()).total('days');
  return days >= first * 7 && days < last * 7;
};
const [fortnightAway, weekAway] = [inWeeks(0, 2), inWeeks(2, 3)];

const TIMES = ['2026-11-27T03:00', '2026-11-27T10:00', '2026-11-28T10:00', '2026-12-01T09:30', '2026-12-02T17:30'];

test.each<[string, PresenceDay[], boolean[] | null]>([
  ['nothing recorded', [], null],
  ['a fresh machine', recorded(KNOWN_DAYS_MIN - 2, atWork), null],
  ['office hours of two weeks', recorded(KNOWN_DAYS_MIN + 1, atWork), [true, false, true, false, false]],
  ['office hours over a change of clocks', recorded(56, atWork), [true, false, true, false, false]],
  ['always on', recorded(56, () => true), [false, false, false, false, false]],
  [
    'a laptop with a week of holidays',
    recorded(35, (at) => atWork(at) && !weekAway(at)),
    [true, false, true, false, false],
  ],
  [
    'one that came back from a fortnight',
    recorded(42, (at) => atWork(at) && !fortnightAway(at)),
    [true, false, true, false, false],
  ],
  ['nights alone', recorded(56, ({ hour }) => hour < 6), [false, true, true, true, true]],
])('%s', (_, days, expected) => {
  const isOff = usuallyOff(days, { now, zone });
  const off = isOff && TIMES.map((time) => isOff(Temporal.PlainDateTime.from(time).toZonedDateTime(zone).toInstant()));
  expect(off).toEqual(expected);
});

test('is said in words', () => {
  const posts = ['2026-11-27T08:00:00Z', '2026-11-28T15:00:00Z', '2026-11-29T15:00:00Z'].map((scheduledTime) => ({
    scheduledTime,
  }));
  expect([posts, posts.slice(0, 1), []].map((some) => offTimesInWords(some, { zone, agents: 1 }))).toEqual([
    '3 posts fall into times when this computer is usually off: the first Friday at 03:00',
    '1 post falls into a time when this computer is usually off: Friday at 03:00',
    null,
  ]);
  expect(offTimesInWords(posts, { zone, agents: 2 })).toContain('when no agent usually runs');
});
