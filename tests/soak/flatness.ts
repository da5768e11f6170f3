import { median } from '../../bench/table.ts';

/** One value of a metric. `at` is in seconds since the load began. */
export type Point = { at: number; value: number };

/** How far a metric may have risen by the end and still count as flat: the larger of the two. */
export type Allowance = { share: number; amount: number };

/** The medians of the quarters, in order, and the trend extrapolated to the whole time. */
export type Flatness = { isFlat: boolean; quarters: number[]; rise: number; trend: number; allowed: number };

/** The share of the time after which the load has settled: caches are full, and every kind of work was done once. */
const SETTLING_SHARE = 0.2;
const QUARTERS = 4;
/** The number of pairs from which the trend is computed: enough, and computed in a moment. */
const PAIRS_MAX = 40_000;

/**
 * Whether a metric stays flat after settling. It does not if it exceeds the allowance both in the rise from the first
 * quarter's median to the last's, and in the median slope over the whole time (Theil and Sen): single points, a lasting
 * step, and a wave do not exceed both.
 */
export function flatnessOf(points: readonly Point[], { share, amount }: Allowance): Flatness {
  const settled = afterSettling(points);
  const quarters = quartersOf(settled).map((quarter) => median(quarter.map(({ value }) => value)));
  const first = quarters[0] ?? Number.NaN;
  const rise = (quarters.at(-1) ?? Number.NaN) - first;
  const trend = medianSlope(settled) * ((settled.at(-1)?.at ?? 0) - (settled[0]?.at ?? 0));
  const allowed = Math.max(amount, share * first);
  return { isFlat: !(rise > allowed && trend > allowed), quarters, rise, trend, allowed };
}

function afterSettling(points: readonly Point[]): Point[] {
  const begin = points[0]?.at ?? 0;
  const end = points.at(-1)?.at ?? 0;
  const settled = points.filter(({ at }) => at >= begin + SETTLING_SHARE * (end - begin));
  if (settled.length < QUARTERS) throw new Error(`${points.length} points are too few to say whether they are flat.`);
  return settled;
}

function quartersOf(points: readonly Point[]): Point[][] {
  return Array.from({ length: QUARTERS }, (_, index) =>
    points.slice((index * points.length) / QUARTERS, ((index + 1) * points.length) / QUARTERS),
  );
}

/** The median of the slopes between all pairs of points, per second. */
function medianSlope(points: readonly Point[]): number {
  const step = Math.max(1, Math.ceil(points.length / Math.sqrt(2 * PAIRS_MAX)));
  const some = points.filter((_, index) => index % step === 0);
  const slopes = some.flatMap((one, index) =>
    some
      .slice(index + 1)
      .filter(({ at }) => at > one.at)
      .map((other) => (other.value - one.value) / (other.at - one.at)),
  );
  return slopes.length === 0 ? 0 : median(slopes);
}
