import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { type AgentPresence, offPosts } from '../../../shared/presence/off-posts.ts';
import { offTimesInWords, remedyInWords, whoIsOff } from '../../../shared/presence/off-times-words.ts';
import { KNOWN_DAYS_MIN, type PresenceDay, usuallyOff } from '../../../shared/presence/usually-off.ts';

const zone = 'America/New_York';
/** A Thursday, three and a half weeks after the clocks there went back. */
const now = Temporal.Instant.from('2026-11-26T15:00:00Z');

/** The presence recorded over the last `knownDays` of a machine that runs whenever `isOn`. */
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
])('%s', (_, days, expected) => {
  const isOff = usuallyOff(days, { now, zone });
  const off = isOff && TIMES.map((time) => isOff(Temporal.PlainDateTime.from(time).toZonedDateTime(zone).toInstant()));
  expect(off).toEqual(expected);
});

const laptop = { id: '1', name: 'Laptop', accounts: ['x', 'shared'], days: recorded(56, atWork) };
const nas = { id: '2', name: 'NAS', accounts: ['mastodon', 'shared'], days: recorded(56, () => true) };
const night = { id: '3', name: 'Night', accounts: ['shared', 'nightly'], days: recorded(56, ({ hour }) => hour < 6) };
const fresh = { id: '4', name: 'Fresh', accounts: ['new'], days: recorded(3, () => true) };

test.each<[string, [string | null, boolean][], string[]]>([
  ['of an account that the laptop alone can send to', [['x', true]], ['Laptop']],
  ['of an account whose login an agent that is on holds as well', [['shared', true]], []],
  ['of an account whose agent is on at night alone', [['nightly', true]], ['Night']],
  [
    'to two accounts, one of them in time',
    [
      ['x', true],
      ['mastodon', true],
    ],
    ['Laptop'],
  ],
  [
    'to two accounts of two agents that are off',
    [
      ['x', true],
      ['nightly', true],
    ],
    ['Laptop', 'Night'],
  ],
  ['by hand in the browser of the laptop', [['x', false]], ['Laptop']],
  ['by hand, announced by any agent', [[null, false]], []],
  ['of an agent that is not known yet', [['new', true]], []],
])('at 20:00 a post %s', (_, places, expected) => {
  const time = Temporal.PlainDateTime.from('2026-11-27T20:00').toZonedDateTime(zone).toInstant();
  const judge = offPosts([laptop, nas, night, fresh], { now, zone });
  const off = judge?.(
    time,
    places.map(([accountId, isConnected]) => ({ accountId, isConnected })),
  );
  expect(off?.map(({ name }) => name) ?? []).toEqual(expected);
});

test('nothing is said while no agent is known for long enough', () => {
  expect(offPosts([fresh], { now, zone })).toBeNull();
});

test('is said in words', () => {
  const posts = ['2026-11-27T08:00:00Z', '2026-11-28T15:00:00Z', '2026-11-29T15:00:00Z'].map((scheduledTime) => ({
    scheduledTime,
    agents: [laptop],
  }));
  expect([posts, posts.slice(0, 1), []].map((some) => offTimesInWords(some, { zone, agents: 1 }))).toEqual([
    '3 posts are scheduled for times when this computer is usually off: the first Friday at 03:00',
    '1 post is scheduled for a time when this computer is usually off: Friday at 03:00',
    null,
  ]);
});

test.each<[Pick<AgentPresence, 'id' | 'name'>[][], number, string, string]>([
  [[[laptop, nas]], 2, 'no agent usually runs', 'or keep an agent always on.'],
  [[[laptop]], 5, 'Laptop is usually off', 'or share their logins with an agent that is on then.'],
  [[[laptop, night]], 5, 'Laptop and Night are usually off', 'or share'],
  [
    [
      [laptop, night],
      [nas, fresh],
    ],
    5,
    'their agents are usually off',
    'or share',
  ],
])('names the agents that are off', (of, agents, who, remedy) => {
  const posts = of.map((agents) => ({ agents }));
  expect(whoIsOff(posts, agents)).toBe(who);
  expect(remedyInWords([], { posts, agents })).toContain(`Move them to another time, ${remedy}`);
});
