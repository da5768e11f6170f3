import { describe, expect, it } from 'vitest';
import { cooldownHours, warmupReasonSchema } from '../../../shared/accounts/warmup.ts';
import { holdEnd } from '../../../shared/accounts/warmup-hold.ts';
import { DEFAULT_WARMUP_LIMITS } from '../../../shared/accounts/warmup-limits.ts';
import { RAMP_UP_DAYS, rampedLimits, rampUpDay, visitMinutes } from '../../../shared/accounts/warmup-ramp-up.ts';

const HOUR_MS = 3_600_000;
const now = new Date('2026-11-21T12:00:00Z');
/** The time `ms` milliseconds before now. */
const ago = (ms: number) => new Date(now.getTime() - ms);

it.each<[string, Date | null, number]>([
  ['never warmed up', null, 0],
  ['warmed up just now', now, 24],
  ['an hour and a millisecond ago', ago(HOUR_MS + 1), 23],
  ['a millisecond less than 24 hours ago', ago(24 * HOUR_MS - 1), 1],
  ['24 hours ago', ago(24 * HOUR_MS), 0],
  ['in an hour, by a clock that is ahead', ago(-HOUR_MS), 25],
])('the cooldown (§4) %s', (_, lastWarmupAt, hours) => expect(cooldownHours(lastWarmupAt, now)).toBe(hours));

it('the cooldown (§4) is 24 hours long over a clock change too', () =>
  expect(cooldownHours(new Date('2026-03-07T12:00:00-05:00'), new Date('2026-03-08T12:00:00-04:00'))).toBe(1));

const HELD_AT = '2026-11-19T12:00:00.123456+00:00';
const at = (time: string) => new Date(time);

it('after too many requests ends by the person once the account has rested for two days', () => {
  const from = at('2026-11-21T12:00:00.123Z');
  expect(holdEnd('rate_limited', HELD_AT, at('2026-11-21T12:00:00.122Z'))).toEqual({ by: 'person_later', from });
  expect(holdEnd('rate_limited', HELD_AT, from)).toEqual({ by: 'person' });
});

it('of any other kind ends by a log-in only, however long ago it began; so does one of a newer agent', () => {
  const others = warmupReasonSchema.options.filter((reason) => reason !== 'rate_limited');
  for (const reason of [...others, 'something_new']) {
    expect(holdEnd(reason, HELD_AT, at('2027-11-21T12:00:00Z'))).toEqual({ by: 'log_in' });
  }
});

it('is none without a reason', () => expect(holdEnd(null, null, at('2026-11-21T12:00:00Z'))).toEqual({ by: 'none' }));

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
const account = (since: string | null, is_established = false) => ({ ramp_up_since: since, is_established });
const ON = { warmup_ramp_up: true };

it.each<[string, string | null, number | null]>([
  ['before the first log-in', null, 1],
  ['a day later, but for a second', daysAgo(1 - 1 / 86_400), 1],
  ['on the last day', daysAgo(13.9), RAMP_UP_DAYS],
  ['after two weeks', daysAgo(14), null],
  ['by a clock that is behind', daysAgo(-2), 1],
])('the day of the ramp-up %s', (_, since, day) => expect(rampUpDay(account(since), ON, now)).toBe(day));

it('the day of the ramp-up is none for an established account, nor while it is switched off', () => {
  expect(rampUpDay(account(daysAgo(1), true), ON, now)).toBeNull();
  expect(rampUpDay(account(daysAgo(1)), { warmup_ramp_up: false }, now)).toBeNull();
});

describe('the limits', () => {
  const days = [...Array(RAMP_UP_DAYS).keys()].map((index) => index + 1);

  it('are about 4 minutes on the third day, and those of the settings without a ramp-up', () => {
    expect(visitMinutes(rampedLimits(DEFAULT_WARMUP_LIMITS, 3))).toBe(4);
    expect(rampedLimits(DEFAULT_WARMUP_LIMITS, null)).toEqual(DEFAULT_WARMUP_LIMITS);
  });

  it('grow by the same time each day, up to those of the settings, and never pass them', () => {
    const minutes = [...days, null].map((day) => rampedLimits(DEFAULT_WARMUP_LIMITS, day).warmup_minutes_max);
    const steps = minutes.slice(1).map((most, index) => most - (minutes[index] ?? 0));
    for (const step of steps) expect(step).toBeCloseTo(steps[0] ?? 0);
    expect(minutes.at(-1)).toBe(DEFAULT_WARMUP_LIMITS.warmup_minutes_max);
    expect(minutes[0]).toBe(DEFAULT_WARMUP_LIMITS.warmup_minutes_max / 4);
  });

  it('stay in order, with a post at least, whatever the settings are', () => {
    for (const [least, most] of [
      [1, 1],
      [1, 60],
      [10, 20],
      [60, 60],
    ] as const) {
      for (const day of days) {
        const settings = { ...DEFAULT_WARMUP_LIMITS, warmup_posts_min: least, warmup_posts_max: most };
        const limits = rampedLimits(settings, day);
        expect(limits.warmup_posts_min).toBeGreaterThanOrEqual(1);
        expect(limits.warmup_posts_max).toBeGreaterThanOrEqual(limits.warmup_posts_min);
        expect(limits.warmup_posts_max).toBeLessThanOrEqual(most);
        expect(limits.warmup_hour_start).toBe(settings.warmup_hour_start);
      }
    }
  });
});
