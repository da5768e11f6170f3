import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { graceOf, isLate } from '../../../../../server/features/publishing/engine/late-posts.ts';

const now = Temporal.Instant.from('2026-11-22T09:00:00Z');
const before = (minutes: number) => now.subtract({ minutes }).toString();

it.each([
  ['publish', 'claimed', 120],
  ['ask', 'claimed', 10],
  ['next_slot', 'claimed', 10],
  // Of an upload that began in time, its 45 minutes do not count.
  ['publish', 'prepared', 120],
  ['ask', 'prepared', 55],
] as const)('late posts are to %s: what is %s may be %i minutes late', (late_posts, when, minutes) => {
  const grace = graceOf({ late_posts, late_grace_minutes: 120 }, 45)[when];
  expect([isLate(now, grace, before(minutes), null), isLate(now, grace, before(minutes + 1), null)]).toEqual([
    false,
    true,
  ]);
  // The person was asked since.
  expect(isLate(now, grace, before(500), before(minutes))).toBe(false);
});
