import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect } from 'vitest';
import { deletionTime, hoursUntilPurge, UNSAVED_CONTENT_TTL_DAYS } from '../../../shared/posts/content-retention.ts';
import { dueTime } from '../../../shared/posts/due-time.ts';
import { isOverdue, overdueBefore } from '../../../shared/posts/overdue.ts';
import {
  dailyShare,
  localDay,
  nextFreeSlot,
  planSlots,
  postingWindow,
  SLOT_GAP_MINUTES,
  SLOT_LEAD_MINUTES,
  timeReason,
} from '../../../shared/posts/scheduling.ts';
import { occurrences, occurrenceTime, type SeriesRule, seriesStep } from '../../../shared/posts/series.ts';
import { instantsAt } from '../../../shared/time/local-moments.ts';
import { currentName, formerName, ownTimeZone } from '../../../shared/time/time-zones.ts';
import { instant, orNull, rule, zone } from './rule.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const moment = instant.map((at) => Temporal.Instant.fromEpochMilliseconds(at.getTime()));
const hour = fc.integer({ min: 0, max: 23 });
const hours = fc.record({ timezone: zone, startHour: hour, endHour: hour });
const date = instant.map((at) => Temporal.PlainDate.from(at.toISOString().slice(0, 10)));
const clock = fc.tuple(hour, fc.integer({ min: 0, max: 59 })).map(([h, minute]) => new Temporal.PlainTime(h, minute));
/** Times within some days of a moment. */
const around = fc.array(fc.integer({ min: -600, max: 6000 }), { maxLength: 80 });
const after = (now: Temporal.Instant, minutes: readonly number[]) =>
  minutes.map((count) => now.add({ minutes: count }));

rule(localDay, 'has the moment in it, and ends where the next begins', (day) =>
  fc.property(moment, zone, (now, timezone) => {
    const { start, end, weekday, date: local } = day(now, timezone);
    expect(Temporal.Instant.compare(start, now)).toBeLessThanOrEqual(0);
    expect(Temporal.Instant.compare(now, end)).toBe(-1);
    expect(day(end, timezone).start.equals(end)).toBe(true);
    expect([weekday, local.toString()]).toEqual([
      local.dayOfWeek % 7,
      now.toZonedDateTimeISO(timezone).toPlainDate().toString(),
    ]);
  }),
);

rule(postingWindow, 'ends after it begins, and within a day and an hour', (windowOf) =>
  fc.property(date, hours, (on, posting) => {
    const { start, end } = windowOf(on, posting);
    const length = end.epochMilliseconds - start.epochMilliseconds;
    expect(length).toBeGreaterThanOrEqual(0);
    expect(length).toBeLessThanOrEqual(25 * HOUR_MS);
  }),
);

rule(planSlots, 'keeps every post apart, ahead, in the hours and within the share', (plan) =>
  fc.property(
    fc.record({
      now: moment,
      hours,
      count: fc.integer({ min: 0, max: 12 }),
      taken: around,
      perDay: fc.integer({ min: 1, max: 10 }),
    }),
    ({ now, hours: posting, count, taken: minutes, perDay }) => {
      const taken = after(now, minutes);
      const slots = plan({ now, hours: posting, count, taken, share: { perDay, own: [] } });
      expect(slots.length).toBe(count);
      const times = slots.map(({ time }) => time.epochMilliseconds);
      expect(times).toEqual([...times].sort((one, other) => one - other));
      for (const [index, time] of times.entries()) {
        expect(time - now.epochMilliseconds).toBeGreaterThanOrEqual(SLOT_LEAD_MINUTES * MINUTE_MS);
        const others = [...taken.map(({ epochMilliseconds }) => epochMilliseconds), ...times.slice(index + 1)];
        for (const other of others) expect(Math.abs(time - other)).toBeGreaterThanOrEqual(SLOT_GAP_MINUTES * MINUTE_MS);
        const local = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(posting.timezone).toPlainDate();
        const windows = [local, local.subtract({ days: 1 })].map((on) => postingWindow(on, posting));
        expect(windows.some(({ start, end }) => time >= start.epochMilliseconds && time < end.epochMilliseconds)).toBe(
          true,
        );
      }
    },
  ),
);

rule(timeReason, 'has the slot’s own time and hours', (reason) =>
  fc.property(moment, hours, (now, posting) => {
    const [slot] = planSlots({ now, hours: posting, count: 1, taken: [] });
    if (slot) expect(reason(slot, posting)).toMatchObject({ at: slot.time.toString(), ...posting, of: slot.of });
  }),
);

rule(dailyShare, 'is one at least, and no more than is wanted', (share) =>
  fc.property(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 0, max: 500 }), hours, (daily, others, posting) => {
    const part = share(daily, daily + others, posting);
    expect(part).toBeGreaterThanOrEqual(1);
    expect(part).toBeLessThanOrEqual(daily);
    expect(share(daily, daily, { ...posting, startHour: 0, endHour: 0 })).toBe(daily);
  }),
);

rule(dueTime, 'is on its date, and at its hour where the clocks have it', (due) =>
  fc.property(date, hour, zone, (on, at, timezone) => {
    const time = due(on, at, timezone)?.toZonedDateTimeISO(timezone);
    if (!time) return;
    expect(time.toPlainDate().toString()).toBe(on.toString());
    const shown = instantsAt(on, new Temporal.PlainTime(at), timezone);
    if (shown[0]) expect(time.toInstant().equals(shown[0])).toBe(true);
  }),
);

rule(instantsAt, 'are the moments at which clocks show that time, in order', (instants) =>
  fc.property(date, clock, zone, (on, time, timezone) => {
    const found = instants(on, time, timezone);
    expect(found.length).toBeLessThanOrEqual(2);
    for (const one of found)
      expect(one.toZonedDateTimeISO(timezone).toPlainDateTime().equals(on.toPlainDateTime(time))).toBe(true);
    if (found[0] && found[1]) expect(Temporal.Instant.compare(found[0], found[1])).toBe(-1);
  }),
);

const series: fc.Arbitrary<SeriesRule> = fc.record({
  every: fc.oneof(
    fc.record({
      unit: fc.constant('week' as const),
      weekdays: fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
    }),
    fc.record({
      unit: fc.constant('month' as const),
      day: fc.oneof(fc.integer({ min: 1, max: 31 }), fc.constant('last' as const)),
    }),
  ),
  time: clock.map((time) => time.toString().slice(0, 5)),
  from: date.map(String),
  end: fc.oneof(
    fc.record({ kind: fc.constant('never' as const) }),
    fc.record({ kind: fc.constant('date' as const), until: date.map(String) }),
    fc.record({ kind: fc.constant('count' as const), count: fc.integer({ min: 1, max: 30 }) }),
  ),
});

rule(occurrences, 'come in order, after the first day and up to the last', (days) =>
  fc.property(series, fc.integer({ min: 0, max: 400 }), (repeats, ahead) => {
    const from = Temporal.PlainDate.from(repeats.from);
    const upTo = from.add({ days: ahead });
    const found = [...days(repeats, upTo)];
    expect(found.map(({ nth }) => nth)).toEqual(found.map((_, index) => index + 1));
    for (const [index, { day }] of found.entries()) {
      expect(Temporal.PlainDate.compare(day, found[index - 1]?.day ?? from)).toBe(1);
      expect(Temporal.PlainDate.compare(day, upTo)).toBeLessThanOrEqual(0);
    }
    if (repeats.end.kind === 'count') expect(found.length).toBeLessThanOrEqual(repeats.end.count);
  }),
);

rule(occurrenceTime, 'is on its day, or just after what the clocks skip', (timeOf) =>
  fc.property(date, clock, zone, (on, time, timezone) => {
    const found = timeOf(on, time.toString().slice(0, 5), timezone).toZonedDateTimeISO(timezone).toPlainDateTime();
    const late = on.toPlainDateTime(time).until(found, { largestUnit: 'hours' });
    expect(late.sign).toBeGreaterThanOrEqual(0);
    expect(late.total('hours')).toBeLessThanOrEqual(24);
  }),
);

rule(seriesStep, 'makes nothing of the past, and nothing twice', (step) =>
  fc.property(series, zone, fc.integer({ min: 1, max: 20 }), (repeats, timezone, texts) => {
    const now = Temporal.PlainDate.from(repeats.from).add({ days: 3 }).toZonedDateTime(timezone).toInstant();
    const first = step(repeats, { texts, nextOn: repeats.from, now, zone: timezone });
    for (const { time, text } of first.days) {
      expect(Temporal.Instant.compare(Temporal.Instant.from(time), now)).toBe(1);
      expect(text).toBeLessThan(texts);
    }
    if (first.nextOn !== null)
      expect(step(repeats, { texts, nextOn: first.nextOn, now, zone: timezone })).toEqual({
        days: [],
        nextOn: first.nextOn,
      });
  }),
);

const stamp = instant.map((at) => at.toISOString());

rule(deletionTime, 'is a week after it was last unsaved, for unplaced drafts alone', (deletion) =>
  fc.property(
    fc.record({
      created_at: stamp,
      saved_at: orNull(stamp),
      unsaved_since: orNull(stamp),
      status: fc.constantFrom('draft' as const, 'scheduled' as const, 'published' as const, 'failed' as const),
      scheduled_posts: fc.array(fc.record({ status: fc.constantFrom('cancelled' as const, 'scheduled' as const) }), {
        maxLength: 2,
      }),
    }),
    (content) => {
      const at = deletion(content);
      const isKept = content.saved_at !== null || content.status !== 'draft';
      if (isKept || content.scheduled_posts.some(({ status }) => status !== 'cancelled')) expect(at).toBeNull();
      else
        expect(Number(at) - Date.parse(content.created_at)).toBeGreaterThanOrEqual(
          UNSAVED_CONTENT_TTL_DAYS * 24 * HOUR_MS,
        );
    },
  ),
);

rule(hoursUntilPurge, 'are whole, never negative, and fewer as time passes', (left) =>
  fc.property(stamp, instant, fc.nat(10_000_000), (deletedAt, now, later) => {
    const hoursLeft = left(deletedAt, now);
    expect(Number.isInteger(hoursLeft) && hoursLeft >= 0).toBe(true);
    expect(left(deletedAt, new Date(now.getTime() + later))).toBeLessThanOrEqual(hoursLeft);
  }),
);

rule(isOverdue, 'holds for what waits since before that moment', (overdue) =>
  fc.property(
    stamp,
    instant,
    fc.constantFrom('scheduled' as const, 'published' as const),
    (scheduled_time, now, status) => {
      const isLate = Date.parse(scheduled_time) < overdueBefore(now).getTime();
      expect(overdue({ status, scheduled_time }, now)).toBe(status === 'scheduled' && isLate);
    },
  ),
);
rule(overdueBefore, 'is before now', (before) =>
  fc.property(instant, (now) => {
    expect(before(now).getTime()).toBeLessThan(now.getTime());
  }),
);

const name = fc.oneof(fc.constantFrom(...Intl.supportedValuesOf('timeZone')), fc.string(), fc.constant('__proto__'));
rule(currentName, 'changes a name once only', (current) =>
  fc.property(name, (one) => {
    expect(typeof current(one)).toBe('string');
    expect(current(current(one))).toBe(current(one));
  }),
);
rule(formerName, 'leads back to the name of today', (former) =>
  fc.property(name, (one) => {
    const old = former(one);
    if (old !== '') expect(currentName(old)).toBe(one);
  }),
);
rule(ownTimeZone, 'is one that Temporal knows, under its name of today', (own) =>
  fc.property(moment, (now) => {
    expect(now.toZonedDateTimeISO(own()).timeZoneId).toBe(own());
    expect(currentName(own())).toBe(own());
  }),
);

rule(nextFreeSlot, 'is one that planSlots would give, whatever is asked for', (next) =>
  fc.asyncProperty(moment, hours, around, async (now, posting, minutes) => {
    const taken = after(now, minutes);
    const found = await next(now, posting, async ({ start, end }) =>
      taken.filter((at) => Temporal.Instant.compare(at, start) >= 0 && Temporal.Instant.compare(at, end) < 0),
    );
    const [slot] = planSlots({ now, hours: posting, count: 1, taken });
    expect(String(found)).toBe(String(slot?.time ?? null));
  }),
);
