import { expect } from 'vitest';
import type { Check, Run } from './checks/run.ts';
import { different, fittingHashtags, withinLimits } from './checks/run-checks.ts';
import { inStyle } from './checks/style-checks.ts';
import { credited, noClutter, nothingInvented, sourced, wholeSentences } from './checks/text-checks.ts';

/**
 * The checks that every run of the built-in writer must pass, whatever its sources.
 */
export const CHECKS = {
  wholeSentences,
  noClutter,
  sourced,
  nothingInvented,
  credited,
  inStyle,
  different,
  fittingHashtags,
  withinLimits,
} satisfies Record<string, Check>;

/** Applies all checks to a run. */
export function expectGoodPosts(run: Run): void {
  const faults = Object.entries(CHECKS).flatMap(([name, check]) => check(run).map((fault) => `${name}: ${fault}`));
  expect(faults, run.posts.map(({ caption }) => caption).join('\n———\n')).toEqual([]);
}
