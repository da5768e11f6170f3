import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { within } from '../system/time-limit.ts';

/**
 * How long one write may take, also when the agent stops meanwhile, and how long to wait after each that failed; in
 * milliseconds.
 */
const WRITE_LIMIT_MS = 10_000;
const CLOSING_GRACE_MS = 3_000;
const RETRY_DELAYS_MS = [1_000, 3_000, 10_000, 20_000];

export type KeepOptions = {
  /** What is kept, for the log: "the end of a warm-up". */
  what: string;
  /** Aborts when the agent stops: nothing is retried then. */
  closing: AbortSignal;
  log: FastifyBaseLogger;
};

/**
 * Writes how a run ended, and retries for a while. Resolves with what `write` resolves with, or with null where it was
 * given up: then the claim expires, and whoever looks at the run next ends it.
 */
export async function keepEnd<T>(write: () => Promise<T>, { what, closing, log }: KeepOptions): Promise<T | null> {
  for (const retryDelayMs of [...RETRY_DELAYS_MS, null]) {
    try {
      const limit = { ms: WRITE_LIMIT_MS, what: `Keeping ${what}`, signal: closing, graceMs: CLOSING_GRACE_MS };
      return await within(write(), limit);
    } catch (error) {
      log.warn({ err: error }, `${what} is not kept yet`);
    }
    if (closing.aborted || retryDelayMs === null) return null;
    await delay(retryDelayMs, undefined, { signal: closing }).catch(() => undefined);
  }
  return null;
}
