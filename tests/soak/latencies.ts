import { loadavg } from 'node:os';
import type { Waiting } from './waiting.ts';

/** A request that took too long, and how busy the machine was then. */
export type SlowRequest = {
  route: string;
  ms: number;
  /** ISO 8601. */
  at: string;
  load: number;
  /** How much of its time waiting for a processor explains; see watchWaiting. */
  waitedMs: number;
};
export type RouteTimes = { route: string; count: number; p50: number; p99: number; max: number };

/** The bound for every request but long work. */
export const REQUEST_LIMIT_MS = 1_000;
/** Requests that are noted as slow; more than these tell nothing more. */
const SLOW_MAX = 20_000;

/** Takes the time of requests by their routes. */
export function timeRequests(waiting: Pick<Waiting, 'since'>) {
  const routes = new Map<string, number[]>();
  const slow: SlowRequest[] = [];
  const failures = new Map<string, number>();

  return {
    slow,
    failures,
    note(route: string, ms: number): void {
      const times = routes.get(route);
      if (times) times.push(ms);
      else routes.set(route, [ms]);
      if (ms <= REQUEST_LIMIT_MS || slow.length >= SLOW_MAX) return;
      const request: SlowRequest = { route, ms, at: new Date().toISOString(), load: loadavg()[0] ?? 0, waitedMs: 0 };
      slow.push(request);
      void waiting.since(performance.now() - ms).then((waited) => {
        request.waitedMs = Math.min(ms, waited);
      });
    },
    fail(what: string): void {
      failures.set(what, (failures.get(what) ?? 0) + 1);
    },
    /** Of each route, the slowest first. */
    summary(): RouteTimes[] {
      const all = [...routes].map(([route, times]) => {
        const sorted = times.toSorted((one, other) => one - other);
        const quantile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
        return { route, count: sorted.length, p50: quantile(0.5), p99: quantile(0.99), max: sorted.at(-1) ?? 0 };
      });
      return all.sort((one, other) => other.p99 - one.p99);
    },
  };
}

export type Times = ReturnType<typeof timeRequests>;

/** Whether it was too slow even without the time in which others had the processors. */
export function isTooSlow({ ms, waitedMs }: SlowRequest): boolean {
  return ms - waitedMs > REQUEST_LIMIT_MS;
}
