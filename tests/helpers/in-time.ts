import { setTimeout as delay } from 'node:timers/promises';

/**
 * Work still unfinished after this, in milliseconds of real time, hangs: users are promised 5 to 10 s, which a busy
 * machine may exceed, and waiting for something that never happens takes longer.
 */
const HANGS_AFTER_MS = 25_000;

/** The result of `work`. Rejects if it hangs. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const hangs = delay(HANGS_AFTER_MS, undefined, { signal: over.signal }).then(() => {
    throw new Error(`It was still under way after ${HANGS_AFTER_MS / 1000} s.`);
  });
  try {
    return await Promise.race([work, hangs]);
  } finally {
    over.abort();
  }
}
