import { afterEach, expect, test, vi } from 'vitest';
import { noteTime, nowDate, nowMs } from '../../../ui/lib/clock.ts';

const NOON = Date.parse('2026-11-26T12:00:00Z');
afterEach(() => void vi.useRealTimers());

test.each([
  ['an hour slow', -3_600_000, NOON],
  ['an hour fast', 3_600_000, NOON],
  ['as good as right', 2_000, NOON + 2_000],
])('shows the workspace’s time on a device whose clock is %s', (_, wrongByMs, shown) => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON + wrongByMs });
  noteTime(new Date(NOON).toISOString(), Date.now());
  expect([nowMs(), nowDate()]).toEqual([shown, new Date(shown)]);
});
