import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { dueKey, nextTime } from '../../../server/jobs/schedule.ts';
import { SLOT_GAP_MINUTES } from '../../../shared/posts/posting-times.ts';
import { type PostingHours, planSlots } from '../../../shared/posts/scheduling.ts';
import { everyNth } from '../../helpers/depth.ts';
import { isInHours } from '../../helpers/in-hours.ts';
import { seeded } from '../../helpers/seeded.ts';

type Year = { from: string; zoneAt(now: Temporal.Instant): string; startHour: number; endHour: number };

/** A post of the year, with the hours that held when it was planned. */
type Planned = { time: Temporal.Instant; plannedAt: Temporal.Instant; hours: PostingHours };

/**
 * A whole year of the autopilot, which the job engine's own rules begin, and of people who ask for posts in between.
 * The machine sleeps at random for up to 40 hours. Some posts are cancelled, so that their place is free again.
 */
function liveThrough({ from, zoneAt, startHour, endHour }: Year, random: () => number): Planned[] {
  let now = Temporal.Instant.from(from);
  const until = now.add({ hours: 24 * 366 });
  const claimed = new Set<string>();
  let posts: Planned[] = [];
  const plan = (count: number) => {
    const hours = { timezone: zoneAt(now), startHour, endHour };
    const slots = planSlots({ count, now, hours, taken: posts.map(({ time }) => time) });
    posts.push(...slots.map(({ time }) => ({ time, plannedAt: now, hours })));
  };
  while (Temporal.Instant.compare(now, until) < 0) {
    const schedule = { every: 'day', hour: startHour } as const;
    const key = dueKey(schedule, now, zoneAt(now));
    if (key !== null && !claimed.has(key)) {
      claimed.add(key);
      plan(1);
    }
    if (random() < 0.15) plan(1 + Math.floor(random() * 10));
    if (random() < 0.05) posts = posts.filter(() => random() < 0.95);
    const isAsleep = random() < 0.3;
    const wakesAt = now.add({ minutes: 1 + Math.floor(random() * (isAsleep ? 40 : 20) * 60) });
    const next = nextTime(schedule, now, zoneAt(now));
    now = !isAsleep && Temporal.Instant.compare(next, wakesAt) < 0 ? next : wakesAt;
  }
  return posts;
}

const zones = ['Europe/Berlin', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Australia/Lord_Howe', 'America/New_York'];
const YEARS: [name: string, from: string, zoneAt: Year['zoneAt']][] = [
  ['America/New_York', '2026-01-01T00:00:00Z', () => 'America/New_York'],
  ['Europe/Berlin', '2026-01-01T00:00:00Z', () => 'Europe/Berlin'],
  ['Australia/Lord_Howe', '2026-01-01T00:00:00Z', () => 'Australia/Lord_Howe'],
  ['Pacific/Apia with its lost day', '2011-01-01T00:00:00Z', () => 'Pacific/Apia'],
  [
    'a workspace that moves four times',
    '2026-01-01T00:00:00Z',
    (now) => zones[Math.floor(now.epochMilliseconds / (73 * 86_400_000)) % zones.length] ?? 'UTC',
  ],
];

const HOURS: [startHour: number, endHour: number][] = [
  [8, 22],
  [2, 3],
  [22, 4],
  [0, 0],
];

describe.each(YEARS)('a year in %s', (name, from, zoneAt) => {
  const first = YEARS.findIndex(([known]) => known === name);
  it.each(everyNth(HOURS, 4, first))(
    'has every post within the hours from %i to %i and half an hour from each other',
    (startHour, endHour) => {
      const posts = liveThrough({ from, zoneAt, startHour, endHour }, seeded(name.length * 100 + startHour));
      expect(posts.length).toBeGreaterThan(300);
      for (const { time, plannedAt, hours } of posts) {
        const told = `${time} planned at ${plannedAt} in ${hours.timezone}`;
        expect(isInHours(time, hours), told).toBe(true);
        expect(Temporal.Instant.compare(time, plannedAt), told).toBe(1);
      }
      const times = posts.map(({ time }) => time.epochMilliseconds).sort((a, b) => a - b);
      const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(SLOT_GAP_MINUTES * 60_000);
    },
  );
});
