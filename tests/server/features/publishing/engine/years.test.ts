import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { settleLatePosts } from '../../../../../server/features/publishing/engine/late-posts.ts';
import type { PublishingSettings } from '../../../../../server/features/publishing/store.ts';
import { planSlots, postingWindow } from '../../../../../shared/posts/scheduling.ts';

type Planned = { id: string; time: Temporal.Instant; sentAt: Temporal.Instant | null; isAsked: boolean };

const ZONES = ['Europe/Paris', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia'];
/** With Samoa's skipped 30 December, and both clock changes. */
const YEARS = { 'Pacific/Apia': 2011 } as Record<string, number>;
const A_DAY = 3;

/** The rules of the product on posts in memory: a look sends what is due, as `open_due_posts` does. */
function schedule(settings: PublishingSettings) {
  const posts: Planned[] = [];
  const waiting = () =>
    posts.filter(({ sentAt, isAsked }) => !sentAt && !isAsked).sort((a, b) => Temporal.Instant.compare(a.time, b.time));
  const store = {
    scheduledBefore: async (time: Temporal.Instant) =>
      waiting()
        .filter((post) => Temporal.Instant.compare(post.time, time) < 0)
        .slice(0, 100),
    takenFrom: async (time: Temporal.Instant) =>
      posts.map((post) => post.time).filter((taken) => Temporal.Instant.compare(taken, time) >= 0),
    async move(id: string, from: Temporal.Instant, to: Temporal.Instant) {
      const post = posts.find((one) => one.id === id && one.time.equals(from));
      if (post) post.time = to;
      return post !== undefined;
    },
  };
  return {
    posts,
    async look(now: Temporal.Instant) {
      const late = await settleLatePosts(store, settings, now);
      for (const post of waiting()) {
        if (Temporal.Instant.compare(post.time, now) > 0) break;
        if (Temporal.Instant.compare(post.time, late) < 0) post.isAsked = true;
        else post.sentAt = now;
      }
    },
    next: () => waiting()[0]?.time ?? null,
  };
}

const settingsOf = (
  timezone: string,
  late_posts: PublishingSettings['late_posts'] = 'publish',
): PublishingSettings => ({
  publishing_paused: false,
  automation_paused: false,
  late_posts,
  late_grace_minutes: 120,
  timezone,
  posting_hours_start: 1,
  posting_hours_end: 4,
});

const minutesLate = ({ time, sentAt }: Planned) => (sentAt ? sentAt.since(time).total('minutes') : Number.NaN);

describe.each(ZONES)('a year in %s', (timezone) => {
  const year = YEARS[timezone] ?? 2026;
  const hours = { timezone, startHour: 1, endHour: 4 };
  const first = Temporal.ZonedDateTime.from({ timeZone: timezone, year, month: 1, day: 1 });

  test('every post leaves in its minute, within the posting hours of its day, also when clocks change', async () => {
    const { posts, look, next } = schedule(settingsOf(timezone));
    for (let day = first; day.year === year; day = day.add({ days: 1 }).startOfDay()) {
      const slots = planSlots({
        count: A_DAY,
        now: day.toInstant(),
        hours,
        taken: posts.slice(-20).map(({ time }) => time),
      });
      posts.push(
        ...slots.map(({ time }, n) => ({ id: `${day.toPlainDate()} ${n}`, time, sentAt: null, isAsked: false })),
      );
      const tomorrow = day.add({ days: 1 }).startOfDay().toInstant();
      for (let time = next(); time && Temporal.Instant.compare(time, tomorrow) < 0; time = next()) await look(time);
    }
    const sent = posts.filter(({ sentAt }) => sentAt);
    expect(sent.length).toBeGreaterThanOrEqual(364 * A_DAY);
    for (const post of sent) {
      expect(minutesLate(post)).toBe(0);
      const window = postingWindow(post.time.toZonedDateTimeISO(timezone).toPlainDate(), hours);
      expect(Temporal.Instant.compare(post.time, window.start)).toBeGreaterThanOrEqual(0);
      expect(Temporal.Instant.compare(post.time, window.end)).toBeLessThan(0);
    }
    const days = new Set(sent.map(({ time }) => time.toZonedDateTimeISO(timezone).toPlainDate().toString()));
    expect(days.has('2011-12-30')).toBe(false);
  });

  test.each(['publish', 'next_slot', 'ask'] as const)(
    'the machine sleeps nine hours of every day: late posts are to %s',
    async (rule) => {
      const { posts, look } = schedule(settingsOf(timezone, rule));
      let seed = 7;
      for (let day = first; day.month <= 4; day = day.add({ days: 1 }).startOfDay()) {
        seed = (seed * 48_271) % 2_147_483_647;
        posts.push({
          id: day.toPlainDate().toString(),
          time: day.toInstant().add({ minutes: seed % 1440 }),
          sentAt: null,
          isAsked: false,
        });
        for (let minute = 9 * 60; minute < 24 * 60; minute += 1) await look(day.toInstant().add({ minutes: minute }));
      }
      for (const post of posts.slice(0, -2)) {
        if (rule === 'publish') expect(post.isAsked || minutesLate(post) <= 120).toBe(true);
        if (rule === 'ask') expect(post.isAsked || minutesLate(post) <= 10).toBe(true);
        if (rule === 'next_slot') expect(post.isAsked).toBe(false);
        if (post.sentAt) expect(minutesLate(post)).toBeGreaterThanOrEqual(0);
      }
    },
    30_000,
  );

  test('a clock that is set back by an hour sends nothing before its time, nor again', async () => {
    const { posts, look } = schedule(settingsOf(timezone));
    const at = (minutes: number) => first.toInstant().add({ minutes });
    for (let n = 0; n < 12; n++) posts.push({ id: String(n), time: at(n * 10), sentAt: null, isAsked: false });
    for (let minute = 0; minute <= 60; minute++) await look(at(minute));
    const before = posts.map(({ sentAt }) => sentAt?.toString());
    for (let minute = 0; minute <= 60; minute++) await look(at(minute));
    expect(posts.map(({ sentAt }) => sentAt?.toString())).toEqual(before);
    for (let minute = 61; minute <= 120; minute++) await look(at(minute));
    expect(posts.map(minutesLate)).toEqual(Array(12).fill(0));
  });
});
