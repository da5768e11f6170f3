import { setTimeout as delay } from 'node:timers/promises';

/**
 * What is still under way after this, in milliseconds by the real clock, hangs: people are promised 5 to 10 s, which a busy
 * machine may exceed, and what waits for something that never comes takes longer.
 */
const HANGS_AFTER_MS = 25_000;

/** What `work` comes to. Rejects when it hangs. */
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
