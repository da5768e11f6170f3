import { median } from '../../bench/table.ts';

/** One value of a figure. `at` is in seconds since the load began. */
export type Point = { at: number; value: number };

/** How far a figure may have risen by the end and still count as flat: the larger of the two. */
export type Allowance = { share: number; amount: number };

/** Medians of the quarters, in order, and by how much the last one stands above the first. */
export type Flatness = { isFlat: boolean; quarters: number[]; rise: number; allowed: number };

/** The share of the time at whose end the load has settled: caches are full, and every kind of work was done once. */
const SETTLING_SHARE = 0.2;
const QUARTERS = 4;

/**
 * Whether a figure stays where it is, after the time of settling: the median of the last quarter stands above that of the
 * first by no more than is allowed.
 */
export function flatnessOf(points: readonly Point[], { share, amount }: Allowance): Flatness {
  const begin = points[0]?.at ?? 0;
  const end = points.at(-1)?.at ?? 0;
  const settled = points.filter(({ at }) => at >= begin + SETTLING_SHARE * (end - begin));
  if (settled.length < QUARTERS) throw new Error(`${points.length} points are too few to say whether they are flat.`);
  const quarters = Array.from({ length: QUARTERS }, (_, index) => {
    const [from, to] = [index, index + 1].map((quarter) => (quarter * settled.length) / QUARTERS);
    return median(settled.slice(from, to).map(({ value }) => value));
  });
  const first = quarters[0] ?? Number.NaN;
  const rise = (quarters.at(-1) ?? Number.NaN) - first;
  const allowed = Math.max(amount, share * first);
  return { isFlat: !(rise > allowed), quarters, rise, allowed };
}
