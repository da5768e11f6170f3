import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect } from 'vitest';
import { dueTime } from '../../../shared/posts/due-time.ts';
import { localDay, nextFreeSlot, planSlots } from '../../../shared/posts/scheduling.ts';
import { instantsAt } from '../../../shared/time/local-moments.ts';
import { instant, rule, zone } from './rule.ts';

const moment = instant.map((at) => Temporal.Instant.fromEpochMilliseconds(at.getTime()));
const hour = fc.integer({ min: 0, max: 23 });
const hours = fc.record({ timezone: zone, startHour: hour, endHour: hour });
const date = instant.map((at) => Temporal.PlainDate.from(at.toISOString().slice(0, 10)));
const clock = fc.tuple(hour, fc.integer({ min: 0, max: 59 })).map(([h, minute]) => new Temporal.PlainTime(h, minute));
/** Times within a few days of a moment, in minutes. */
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
