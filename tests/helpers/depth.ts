/**
 * Set by `npm run test:full`, which tries every case and round. `npm test` tries some of each kind: what it leaves out
 * runs the same code as what it keeps, or waits for a limit, a kill or a restart.
 */
export const isFull = process.env.LOCAL_AGENT_TEST_DEPTH === 'full';

/**
 * For cases that differ only in their data: every `step`th, starting at `first`, or all in `npm run test:full`. Groups
 * that try the same cases start at different ones, so that together they cover all.
 */
export function everyNth<T>(cases: readonly T[], step: number, first = 0): T[] {
  return cases.filter((_, index) => isFull || index % step === first % step);
}
