import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { within } from '../system/time-limit.ts';

/** Time limit of one write, how long it may still take once the agent stops, and the retry delays. */
const WRITE_LIMIT_MS = 10_000;
const CLOSING_GRACE_MS = 3_000;
const RETRY_DELAYS_MS = [1_000, 3_000, 10_000, 20_000];

export type KeepOptions = {
  /** For the log: "the end of a warm-up". */
  what: string;
  /** Aborts when the agent stops; ends the retries. */
  closing: AbortSignal;
  log: FastifyBaseLogger;
};

/**
 * Writes how a run ended, with retries. Resolves to the result of `write`, or to null if it gives up: then the lease
 * expires, and the next reader of the run ends it.
 */
export async function recordEnd<T>(write: () => Promise<T>, { what, closing, log }: KeepOptions): Promise<T | null> {
  for (const retryDelayMs of [...RETRY_DELAYS_MS, null]) {
    try {
      const limit = { ms: WRITE_LIMIT_MS, what: `Keeping ${what}`, signal: closing, graceMs: CLOSING_GRACE_MS };
      return await within(write(), limit);
    } catch (error) {
      log.warn({ err: error }, `${what} is not saved yet`);
    }
    if (closing.aborted || retryDelayMs === null) return null;
    await delay(retryDelayMs, undefined, { signal: closing }).catch(() => undefined);
  }
  return null;
}
