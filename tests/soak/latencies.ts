/** How long requests of a route took, in milliseconds: the median, the 99th percentile, and the longest. */
export type RouteTimes = { route: string; count: number; p50: number; p99: number; max: number };

/** Slower requests are counted; their duration depends on the machine. */
const SLOW_MS = 1_000;

/** Records the duration of requests by route. */
export function timeRequests() {
  const routes = new Map<string, number[]>();
  const failures = new Map<string, number>();
  return {
    failures,
    note(route: string, ms: number): void {
      const times = routes.get(route);
      if (times) times.push(ms);
      else routes.set(route, [ms]);
    },
    fail(what: string): void {
      failures.set(what, (failures.get(what) ?? 0) + 1);
    },
    /** How many took longer than a second. */
    slow: (): number => [...routes.values()].flat().filter((ms) => ms > SLOW_MS).length,
    /** By route, slowest first. */
    summary(): RouteTimes[] {
      const all = [...routes].map(([route, times]) => {
        const sorted = times.toSorted((one, other) => one - other);
        const quantile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
        return { route, count: times.length, p50: quantile(0.5), p99: quantile(0.99), max: quantile(1) };
      });
      return all.sort((one, other) => other.p99 - one.p99);
    },
  };
}

export type Times = ReturnType<typeof timeRequests>;
