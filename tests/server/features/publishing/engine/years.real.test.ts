import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import type { Session } from '../../../../../server/features/publishing/publisher.ts';
import { planSlots, postingWindow } from '../../../../../shared/posts/scheduling.ts';
import type { AppSettingsRow } from '../../../../../shared/workspace/database.ts';
import { publishingStage } from '../../../../helpers/publishing/stage.ts';

/**
 * The engine against Postgres, with a clock of the test's own: what is due, the claims and the lateness are the
 * product's. `npm run test:years` goes through whole years; otherwise it is the days around the changes of the clocks,
 * and some others.
 */
const IS_WHOLE = process.env.LA_WHOLE_YEARS === 'true';
const stage = publishingStage();

const ZONES = ['Europe/Paris', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia'];
/** With Samoa's skipped 30 December, and both clock changes. */
const YEARS = { 'Pacific/Apia': 2011 } as Record<string, number>;
const A_DAY = IS_WHOLE ? 3 : 2;
const LIMIT_MS = IS_WHOLE ? 30 * 60_000 : 60_000;

/** Sends at once, without a platform: how long that takes is not this test's concern. */
const instant = (session: Session): Session => ({
  ...session,
  quota: async () => [],
  find: async () => ({ found: 'none' }),
  prepare: async ({ parts }) => ({
    publish: async () => parts.map(() => ({ remoteId: randomUUID(), url: 'https://bsky.app/post' })),
  }),
});

const yearOf = (timeZone: string) => YEARS[timeZone] ?? 2026;
const firstDay = (timeZone: string) =>
  Temporal.ZonedDateTime.from({ timeZone, year: yearOf(timeZone), month: 1, day: 1 });

/** Those that are gone through: all, or the day before, of and after each change of the clock and of two months. */
function daysOf(timeZone: string): Temporal.ZonedDateTime[] {
  const chosen = new Set<string>();
  const days: Temporal.ZonedDateTime[] = [];
  for (let day = firstDay(timeZone); day.year === yearOf(timeZone); day = day.add({ days: 1 }).startOfDay()) {
    days.push(day);
    const next = day.add({ days: 1 }).startOfDay();
    const isSkipping = next.toPlainDate().since(day.toPlainDate()).days > 1;
    if (next.since(day, { largestUnit: 'hours' }).hours === 24 && day.minute === 0 && !isSkipping && !isSample(day))
      continue;
    for (const near of [day.subtract({ days: 1 }), day, next]) chosen.add(near.toPlainDate().toString());
  }
  return days.filter((day) => IS_WHOLE || chosen.has(day.toPlainDate().toString()));
}

const isSample = ({ month, day }: Temporal.ZonedDateTime) => day === 28 && (month === 2 || month === 12);

async function plan(slots: Temporal.Instant[]) {
  return Promise.all(slots.map((time) => stage.addPost('bluesky', {}, time.toString())));
}

/** Moves the clock to where the engine wants to look next, and lets it, until then. */
async function runUntil(engine: ReturnType<typeof stage.engine>, end: Temporal.Instant) {
  for (;;) {
    await engine.sendDue();
    const next = await engine.store.nextTime(stage.now());
    if (!next || Temporal.Instant.compare(next, end) >= 0) return stage.setClock(end);
    stage.setClock(next);
  }
}

async function deliveryOf(post: string) {
  const [delivery] = await stage.deliveries(post);
  const { data } = await stage.admin
    .from('scheduled_posts')
    .select('scheduled_time')
    .eq('id', post)
    .single()
    .throwOnError();
  const due = Temporal.Instant.from(data.scheduled_time);
  const sentAt = delivery?.published_at ? Temporal.Instant.from(delivery.published_at) : null;
  return {
    state: delivery?.state ?? null,
    waitsFor: delivery?.waits_for ?? null,
    due,
    minutes: sentAt?.since(due).total('minutes'),
  };
}

describe.each(ZONES)('a year in %s', (timezone) => {
  const hours = { timezone, startHour: 1, endHour: 4 };
  const settings = (late_posts: AppSettingsRow['late_posts'] = 'publish') =>
    stage.settings({ late_posts, timezone, posting_hours_start: hours.startHour, posting_hours_end: hours.endHour });

  test(
    'every post leaves in its minute, within the posting hours of its day, also when clocks change',
    async () => {
      await settings();
      const engine = stage.engine({ wrap: instant });
      const days = daysOf(timezone);
      const sent: Temporal.Instant[] = [];
      for (const day of days) {
        stage.setClock(day.toInstant());
        const slots = planSlots({ count: A_DAY, now: stage.now(), hours, taken: sent.slice(-20) });
        const posts = await plan(slots.map(({ time }) => time));
        // What the day has no hours for is due tomorrow.
        await runUntil(engine, day.add({ days: 2 }).startOfDay().toInstant());
        for (const post of posts) {
          const { state, due, minutes } = await deliveryOf(post);
          expect([state, minutes]).toEqual(['published', 0]);
          const window = postingWindow(due.toZonedDateTimeISO(timezone).toPlainDate(), hours);
          expect(Temporal.Instant.compare(due, window.start)).toBeGreaterThanOrEqual(0);
          expect(Temporal.Instant.compare(due, window.end)).toBeLessThan(0);
          sent.push(due);
        }
      }
      expect(sent).toHaveLength(days.length * A_DAY);
      const dates = new Set(sent.map((time) => time.toZonedDateTimeISO(timezone).toPlainDate().toString()));
      expect(dates.has('2011-12-30')).toBe(false);
    },
    LIMIT_MS,
  );

  test.each(['publish', 'next_slot', 'ask'] as const)(
    'the machine sleeps nine hours of every day: late posts are to %s',
    async (rule) => {
      await settings(rule);
      const engine = stage.engine({ wrap: instant });
      let seed = 7;
      for (const day of IS_WHOLE ? daysOf(timezone) : daysOf(timezone).slice(0, 2)) {
        seed = (seed * 48_271) % 2_147_483_647;
        const offset = seed % 30;
        stage.setClock(day.toInstant());
        const [early, late, onTime] = await plan(
          [60, 480, 720].map((minutes) => stage.now().add({ minutes: minutes + offset })),
        );
        stage.setClock(day.toInstant().add({ hours: 9 }));
        await runUntil(engine, day.add({ days: 3 }).toInstant());
        const asked = { state: 'waiting', waitsFor: 'late' };
        const moved = { state: 'published', minutes: 0 };
        expect(await deliveryOf(onTime ?? '')).toMatchObject({ state: 'published', minutes: 0 });
        expect(await deliveryOf(early ?? '')).toMatchObject(rule === 'next_slot' ? moved : asked);
        const within = { state: 'published', minutes: 60 - offset };
        expect(await deliveryOf(late ?? '')).toMatchObject({ publish: within, next_slot: moved, ask: asked }[rule]);
        if (rule === 'next_slot') {
          const { due } = await deliveryOf(early ?? '');
          expect(Temporal.Instant.compare(due, day.toInstant().add({ hours: 9 }))).toBeGreaterThanOrEqual(0);
        }
      }
    },
    LIMIT_MS,
  );

  test(
    'a clock that is set back by an hour sends nothing before its time, nor again',
    async () => {
      await settings();
      const engine = stage.engine({ wrap: instant });
      const start = firstDay(timezone).toInstant();
      const at = (minutes: number) => start.add({ minutes });
      const posts = await plan(Array.from({ length: 6 }, (_, n) => at(n * 20)));
      const states = async () =>
        (await Promise.all(posts.map(deliveryOf))).map(({ state, minutes }) => [state, minutes]);
      const sent = ['published', 0];
      const waits = [null, undefined];
      stage.setClock(start);
      await runUntil(engine, at(61));
      expect(await states()).toEqual([sent, sent, sent, sent, waits, waits]);
      stage.setClock(at(1));
      await runUntil(engine, at(61));
      expect(await states()).toEqual([sent, sent, sent, sent, waits, waits]);
      await runUntil(engine, at(121));
      expect(await states()).toEqual([sent, sent, sent, sent, sent, sent]);
      for (const post of posts) expect((await stage.delivery(post)).attempt).toBe(1);
    },
    LIMIT_MS,
  );
});
