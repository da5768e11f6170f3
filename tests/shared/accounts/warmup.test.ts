import { describe, expect, it } from 'vitest';
import { cooldownHours, warmupStartSchema, warmupStatusSchema } from '../../../shared/accounts/warmup.ts';

const HOUR_MS = 3_600_000;
const now = new Date('2026-11-21T12:00:00Z');
/** So many milliseconds before now. */
const ago = (ms: number) => new Date(now.getTime() - ms);

describe('the cooldown (§4)', () => {
  it.each<[string, Date | null, number]>([
    ['never warmed up', null, 0],
    ['warmed up just now', now, 24],
    ['a millisecond ago', ago(1), 24],
    ['an hour ago', ago(HOUR_MS), 23],
    ['an hour and a millisecond ago', ago(HOUR_MS + 1), 23],
    ['a millisecond less than 24 hours ago', ago(24 * HOUR_MS - 1), 1],
    ['24 hours ago', ago(24 * HOUR_MS), 0],
    ['a week ago', ago(168 * HOUR_MS), 0],
    ['in an hour, by a clock that is ahead', ago(-HOUR_MS), 25],
  ])('%s', (_, lastWarmupAt, hours) => expect(cooldownHours(lastWarmupAt, now)).toBe(hours));

  it('is 24 hours long over a clock change too', () =>
    expect(cooldownHours(new Date('2026-03-07T12:00:00-05:00'), new Date('2026-03-08T12:00:00-04:00'))).toBe(1));
});

describe('the contract (§7)', () => {
  it.each([
    [{ isRunning: true }, { isRunning: true }],
    [{ isRunning: true, status: 'running' }, { isRunning: true }],
    [
      { isRunning: false, status: 'success' },
      { isRunning: false, status: 'success' },
    ],
    [
      { isRunning: false, status: 'failed', more: 1 },
      { isRunning: false, status: 'failed' },
    ],
    [{ isRunning: false }, { isRunning: false, status: null }],
  ])('reads the status %j', (answer, status) => expect(warmupStatusSchema.parse(answer)).toEqual(status));

  it.each([[null], [{}], [{ isRunning: 'no' }], [{ isRunning: false, status: 'odd' }]])('refuses %j', (answer) =>
    expect(warmupStatusSchema.safeParse(answer).success).toBe(false),
  );

  it('takes the id of an account and nothing else', () => {
    const accountId = 'b6f7c3de-9a1d-4c7e-8f6b-0d5a3f0e1c11';
    expect(warmupStartSchema.parse({ accountId })).toEqual({ accountId });
    expect(warmupStartSchema.safeParse({ accountId: '../etc' }).success).toBe(false);
  });
});
