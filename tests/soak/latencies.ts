import { loadavg } from 'node:os';
import type { Disk } from './disk.ts';
import { type Quantiles, quantilesOf } from './quantiles.ts';
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
  /** How much of its time the disk needed for a page of somebody else; see watchDisk. */
  diskMs: number;
};
export type RouteTimes = Quantiles & { route: string };

/** The bound for every request but long work. */
export const REQUEST_LIMIT_MS = 1_000;
/** Requests that are noted as slow; more than these tell nothing more. */
const SLOW_MAX = 20_000;

/** Takes the time of requests by their routes. */
export function timeRequests(waiting: Pick<Waiting, 'since'>, disk: Pick<Disk, 'between'>) {
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
      const [load = 0] = loadavg();
      const now = new Date();
      const request = { route, ms, at: now.toISOString(), load, waitedMs: 0, diskMs: 0 };
      slow.push(request);
      void waiting.since(performance.now() - ms).then((waited) => {
        request.waitedMs = Math.min(ms, waited);
        request.diskMs = disk.between(now.getTime() - ms, now.getTime());
      });
    },
    fail(what: string): void {
      failures.set(what, (failures.get(what) ?? 0) + 1);
    },
    /** Of each route, the slowest first. */
    summary(): RouteTimes[] {
      const all = [...routes].map(([route, times]) => ({ route, ...quantilesOf(times) }));
      return all.sort((one, other) => other.p99 - one.p99);
    },
  };
}

export type Times = ReturnType<typeof timeRequests>;

/** What it took without the time in which others had the processors, or the disk kept everybody waiting. */
export function ownMs({ ms, waitedMs, diskMs }: SlowRequest): number {
  return Math.max(0, ms - waitedMs - diskMs);
}
