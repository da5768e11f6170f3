import { setTimeout as delay } from 'node:timers/promises';

/** What ends by itself; servers, sockets and watchers may stay open for ever. */
const ENDS_BY_ITSELF = new Set([
  'Timeout',
  'Immediate',
  'FSReqCallback',
  'FSReqPromise',
  'GetAddrInfoReqWrap',
  'GetNameInfoReqWrap',
  'TCPConnectWrap',
  'ShutdownWrap',
  'WriteWrap',
]);
const POLL_MS = 15;

/** The script's open intervals. */
export type Intervals = { count(): number };

/** Counts the intervals that are open from now on: they look like any timer, but never end. */
export function countIntervals(): Intervals {
  const open = new Set<unknown>();
  const { setInterval: start, clearInterval: clear, clearTimeout: clearOther } = globalThis;
  const counted = (...args: Parameters<typeof setInterval>) => {
    const interval = start(...args);
    open.add(interval);
    return interval;
  };
  const forget = (stop: typeof clear) => (interval: Parameters<typeof clear>[0]) => {
    open.delete(interval);
    stop(interval);
  };
  Object.assign(globalThis, {
    setInterval: Object.assign(counted, start),
    clearInterval: forget(clear),
    clearTimeout: forget(clearOther),
  });
  return { count: () => [...open].filter((interval) => (interval as NodeJS.Timeout).hasRef()).length };
}

/** Waits until nothing is under way that ends by itself: timers, files, connections being made. Intervals and servers are not waited for. */
export async function workToEnd(intervals: Intervals): Promise<void> {
  while (underWay() > intervals.count()) await delay(POLL_MS);
}

function underWay(): number {
  return process.getActiveResourcesInfo().filter((name) => ENDS_BY_ITSELF.has(name)).length;
}
