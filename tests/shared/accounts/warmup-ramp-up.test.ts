import { describe, expect, it } from 'vitest';
import { DEFAULT_WARMUP_LIMITS } from '../../../shared/accounts/warmup-limits.ts';
import { RAMP_UP_DAYS, rampedLimits, rampUpDay, visitMinutes } from '../../../shared/accounts/warmup-ramp-up.ts';

const DAY_MS = 86_400_000;
const now = new Date('2026-11-21T12:00:00Z');
const ago = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
const account = (since: string | null, is_established = false) => ({ ramp_up_since: since, is_established });
const ON = { warmup_ramp_up: true };

describe('the day of the ramp-up', () => {
  it.each<[string, string | null, number | null]>([
    ['before the first log-in', null, 1],
    ['at the first log-in', ago(0), 1],
    ['a day later, but for a second', ago(1 - 1 / 86_400), 1],
    ['a day later', ago(1), 2],
    ['on the last day', ago(13.9), RAMP_UP_DAYS],
    ['after two weeks', ago(14), null],
    ['by a clock that is behind', ago(-2), 1],
  ])('%s', (_, since, day) => expect(rampUpDay(account(since), ON, now)).toBe(day));

  it('is none for an established account, nor while it is switched off', () => {
    expect(rampUpDay(account(ago(1), true), ON, now)).toBeNull();
    expect(rampUpDay(account(ago(1)), { warmup_ramp_up: false }, now)).toBeNull();
  });
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
