import { expect, it } from 'vitest';
import { backOffMs } from '../../../server/runs/loop.ts';

it('waits longer with each failure in a row, up to a minute, and a little apart from other agents', () => {
  expect([1, 2, 3, 4, 5, 50].map((failures) => backOffMs(5_000, failures, 0))).toEqual([
    5_000, 10_000, 20_000, 40_000, 60_000, 60_000,
  ]);
  expect(backOffMs(300_000, 3, 0)).toBe(300_000);
  expect(backOffMs(5_000, 1, 1)).toBe(3_750);
});
