import type { Clock } from '../../server/clock.ts';
import { deferred } from './deferred.ts';
import { fastClock } from './fast-clock.ts';

/** A clock on which waits are over at once while the gate is open, and never while it is shut. */
export type GatedClock = { clock: Clock; shut(): void; open(): void };

/** The gate is open at first. */
export function gatedClock(): GatedClock {
  const fast = fastClock();
  let gate = deferred();
  gate.resolve();
  return {
    clock: {
      now: fast.now,
      async wait(ms, signal) {
        const stopped = new Promise<void>((resolve) =>
          signal.addEventListener('abort', () => resolve(), { once: true }),
        );
        if (!signal.aborted) await Promise.race([gate.promise, stopped]);
        await fast.wait(ms, signal);
      },
    },
    shut() {
      gate = deferred();
    },
    open: () => gate.resolve(),
  };
}
