import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../server/system/clock.ts';
import { deferred } from './deferred.ts';

/** After `stop`, no wait ends until `go`. */
export type FastClock = Clock & { stop(): void; go(): void };

/** A clock that starts at the real time and on which every wait ends at once, as if all of it had passed. */
export function fastClock(): FastClock {
  let now = Date.now();
  let stopped: ReturnType<typeof deferred<void>> | undefined;
  return {
    now: () => Math.round(now),
    async wait(ms, signal) {
      await nextTurn();
      if (stopped) await Promise.race([stopped.promise, aborted(signal)]);
      signal.throwIfAborted();
      now += ms;
    },
    stop() {
      stopped = deferred<void>();
    },
    go() {
      stopped?.resolve();
      stopped = undefined;
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
