import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import type { Session } from '../../../../../server/features/publishing/publisher.ts';
import { planSlots, postingWindow } from '../../../../../shared/posts/scheduling.ts';
import { publishingStage } from '../../../../helpers/publishing/stage.ts';

/**
 * The engine against Postgres with a simulated clock: due posts, claims and lateness are computed by the product.
 * `npm run test:years` covers whole years; otherwise only the days around changes of the clocks and two other dates.
 */
const IS_WHOLE = process.env.LA_WHOLE_YEARS === 'true';
const stage = publishingStage();

const ZONES = ['Europe/Paris', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia'];
/** The default is 2026. In 2011, Samoa skipped 30 December and changed its clocks twice. */
const YEARS = { 'Pacific/Apia': 2011 } as Record<string, number>;
const A_DAY = IS_WHOLE ? 3 : 2;
const LIMIT_MS = IS_WHOLE ? 30 * 60_000 : 60_000;

/** A session that publishes instantly, without a platform. */
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

/** The days to test: all, or each change of the clocks and two other dates, with the day before and after. */
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

/** Advances the clock from one check of the engine to the next, until `end`. */
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
    due,
    minutes: sentAt?.since(due).total('minutes'),
  };
}

test.each(ZONES)(
  'a year in %s: every post leaves in its minute, within the posting hours of its day, also when clocks change',
  async (timezone) => {
    const hours = { timezone, startHour: 1, endHour: 4 };
    await stage.settings({ timezone, posting_hours_start: hours.startHour, posting_hours_end: hours.endHour });
    const engine = stage.engine({ wrap: instant });
    const days = daysOf(timezone);
    const sent: Temporal.Instant[] = [];
    for (const day of days) {
      stage.setClock(day.toInstant());
      const slots = planSlots({ count: A_DAY, now: stage.now(), hours, taken: sent.slice(-20) });
      const posts = await plan(slots.map(({ time }) => time));
      // Posts that do not fit into the day's hours are due the next day.
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
