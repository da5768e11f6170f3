/** How long something took, in milliseconds: the middle, 99 of 100, and the longest; zeros where there was nothing. */
export type Quantiles = { count: number; p50: number; p99: number; max: number };

export function quantilesOf(times: readonly number[]): Quantiles {
  const sorted = times.toSorted((one, other) => one - other);
  const quantile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { count: sorted.length, p50: quantile(0.5), p99: quantile(0.99), max: sorted.at(-1) ?? 0 };
}
