import { median } from '../../bench/table.ts';

/** One value of a figure. `at` is in seconds since the load began. */
export type Point = { at: number; value: number };

/** How far a figure may have risen by the end and still count as flat: the larger of the two. */
export type Allowance = { share: number; amount: number };

/** Medians of the quarters, in order, and what the trend makes of the whole time. */
export type Flatness = { isFlat: boolean; quarters: number[]; rise: number; trend: number; allowed: number };

/** The share of the time at whose end the load has settled: caches are full, and every kind of work was done once. */
const SETTLING_SHARE = 0.2;
const QUARTERS = 4;
/** Pairs that the trend is taken of: enough, and no more than a moment's work. */
const PAIRS_MAX = 40_000;

/**
 * Whether a figure stays where it is, after the time of settling. It does not where both the median of the last quarter
 * stands above that of the first, and the median slope over the whole time (Theil and Sen), by more than is allowed:
 * single points, a step that stays, and a wave make neither.
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

/** The median of the slopes between all pairs of points, a second. */
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
