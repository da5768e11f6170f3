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
/** Connections end too, but may be held open for ever. */
const CONNECTIONS = new Set(['TCPSocketWrap', 'TLSWrap', 'PipeConnectWrap']);
const CONNECTIONS_MS = 10_000;
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

/**
 * Waits until nothing is under way that ends by itself: timers, files, requests to servers (these at most for 10 s). Intervals and servers are not waited
 * for.
 */
export async function workToEnd(intervals: Intervals): Promise<void> {
  const connectionsUntil = Date.now() + CONNECTIONS_MS;
  // What was begun in the last moment shows only in the next turn.
  do await delay(POLL_MS);
  while (underWay(Date.now() < connectionsUntil) > intervals.count());
}

function underWay(withConnections: boolean): number {
  const counts = (name: string) => ENDS_BY_ITSELF.has(name) || (withConnections && CONNECTIONS.has(name));
  return process.getActiveResourcesInfo().filter(counts).length;
}
