import type { Parameters } from 'fast-check';
import { everyNth, isFull } from '../helpers/depth.ts';

/** `npm test` tries a few requests, always with the same seed; `npm run test:fuzz` sets both. */
const SEED = Number(process.env.LOCAL_AGENT_FUZZ_SEED ?? 1);
const TIMES = process.env.LOCAL_AGENT_FUZZ_RUNS;

/** How long a test with this many requests may take. */
export const FUZZ_TIMEOUT_MS = TIMES === undefined ? 120_000 : 2 * 60 * 60_000;

/** In `npm test`, every `step`th case, starting at `first`; otherwise all. */
export function someOf<T>(cases: readonly T[], step: number, first = 0): T[] {
  return TIMES === undefined ? everyNth(cases, step, first) : [...cases];
}

/** How often a property is tried: `least` times in `npm test`, otherwise as often as requested. */
export function runs<T>(least: number): Parameters<T> {
  return { seed: SEED, numRuns: TIMES === undefined ? least : Math.max(least, Number(TIMES)) };
}

/** How often a rule's property is tried: a third as often in `npm test`, since there are hundreds of them. */
export function rounds<T>(least: number): Parameters<T> {
  return runs(isFull ? least : Math.ceil(least / 3));
}
