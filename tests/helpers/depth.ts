/**
 * Set by `npm run test:full`, which tries every case and round. `npm test` tries some of each kind: what it leaves out
 * passes through the same code as what it keeps, or waits for a limit, a kill or a restart.
 */
export const isFull = process.env.LOCAL_AGENT_TEST_DEPTH === 'full';

/**
 * Of cases that differ in their data alone, every `step`th from the one at `first`; all of them in `npm run test:full`.
 * Groups that try the same cases begin at different ones, so that together they leave none out.
 */
export function everyNth<T>(cases: readonly T[], step: number, first = 0): T[] {
  return cases.filter((_, index) => isFull || index % step === first % step);
}
