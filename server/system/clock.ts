import { setTimeout as delay } from 'node:timers/promises';
import { Temporal } from 'temporal-polyfill';

/** Tells the time and waits. Tests use a clock in which hours pass instantly. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as it aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
};

/** A clock that returns `now` and waits in real time. */
export const clockOf = (now: () => Temporal.Instant): Clock => ({
  now: () => now().epochMilliseconds,
  async wait(ms, signal) {
    try {
      await delay(ms, undefined, { signal });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  },
});

/** This machine's clock. */
export const systemClock = clockOf(Temporal.Now.instant);
