import fc from 'fast-check';
import { expect } from 'vitest';
import {
  cooldownHours,
  isPassing,
  isStopSignal,
  WARMUP_COOLDOWN_HOURS,
  warmupReasonSchema,
} from '../../../shared/accounts/warmup.ts';
import { holdEnd } from '../../../shared/accounts/warmup-hold.ts';
import {
  DEFAULT_WARMUP_LIMITS,
  WARMUP_LIMIT_BOUNDS,
  warmupLimitsSchema,
} from '../../../shared/accounts/warmup-limits.ts';
import { rampedLimits, rampUpDay, visitMinutes } from '../../../shared/accounts/warmup-ramp-up.ts';
import { instant, orNull, rule } from './rule.ts';

const HOUR_MS = 60 * 60_000;
const stamp = instant.map((at) => at.toISOString());

rule(cooldownHours, 'lie between none and a whole day after a visit', (cooldown) =>
  fc.property(instant, fc.nat(3 * 86_400_000), (last, later) => {
    const left = cooldown(last, new Date(last.getTime() + later));
    expect(left).toBe(Math.max(0, Math.ceil(WARMUP_COOLDOWN_HOURS - later / HOUR_MS)));
    expect(cooldown(null, last)).toBe(0);
  }),
);

const reason = fc.constantFrom(...warmupReasonSchema.options);
rule(isStopSignal, 'and a passing end are never the same', (isStop) =>
  fc.property(reason, (one) => {
    expect(isStop(one) && isPassing(one)).toBe(false);
  }),
);
rule(isPassing, 'says nothing of the account', (passes) =>
  fc.property(reason, (one) => {
    if (passes(one)) expect(['site_trouble', 'offline']).toContain(one);
  }),
);

rule(holdEnd, 'comes by itself only for what rests, and never in the past', (end) =>
  fc.property(orNull(reason), orNull(stamp), instant, (why, heldAt, now) => {
    const found = end(why, heldAt, now);
    expect(found.by === 'none').toBe(why === null);
    if (found.by === 'person_later') expect(found.from.getTime()).toBeGreaterThan(now.getTime());
    if (why !== null && why !== 'rate_limited') expect(found.by).toBe('log_in');
  }),
);

const limits = fc
  .record(Object.fromEntries(Object.entries(WARMUP_LIMIT_BOUNDS).map(([name, bounds]) => [name, fc.integer(bounds)])))
  .map((values) => warmupLimitsSchema.safeParse(values).data ?? DEFAULT_WARMUP_LIMITS);
rule(rampedLimits, 'grow day by day up to those of the settings', (ramped) =>
  fc.property(limits, fc.integer({ min: 1, max: 13 }), (most, day) => {
    const [today, tomorrow] = [ramped(most, day), ramped(most, day + 1)];
    for (const name of ['warmup_minutes_max', 'warmup_posts_max', 'warmup_likes_max'] as const) {
      expect(today[name]).toBeLessThanOrEqual(tomorrow[name]);
      expect(tomorrow[name]).toBeLessThanOrEqual(most[name]);
    }
    expect(today.warmup_posts_min).toBeGreaterThanOrEqual(1);
    expect(ramped(most, null)).toEqual(most);
  }),
);
rule(rampUpDay, 'counts from 1, and is over for good', (dayOf) =>
  fc.property(stamp, fc.nat(40), fc.boolean(), fc.boolean(), (since, days, isOn, isEstablished) => {
    const now = new Date(Date.parse(since) + days * 86_400_000);
    const day = dayOf({ is_established: isEstablished, ramp_up_since: since }, { warmup_ramp_up: isOn }, now);
    expect(day).toBe(isOn && !isEstablished && days < 14 ? days + 1 : null);
  }),
);
rule(visitMinutes, 'lie between the shortest and the longest', (minutes) =>
  fc.property(limits, (most) => {
    const about = minutes(most);
    expect(Number.isInteger(about)).toBe(true);
    expect(about).toBeGreaterThanOrEqual(most.warmup_minutes_min);
    expect(about).toBeLessThanOrEqual(most.warmup_minutes_max);
  }),
);
