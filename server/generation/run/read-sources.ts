import type { SourceReading } from '../post.ts';
import { cutAtBlock } from '../sources/cut-text.ts';
import { siteOf } from '../sources/fetch-page.ts';
import { SOURCE_REASONS } from '../sources/messages.ts';
import type { SourceReader } from '../sources/read-source.ts';

/** Sources read in parallel, so that at most two documents are in memory, no matter how many sources a project has. */
const AT_ONCE = 2;
/** Time limit for all sources of a run; those not read by then are skipped. */
const READING_MS = 90_000;
/**
 * Maximum characters of all sources together, divided evenly, so that writing from ten sources takes no longer than
 * from two.
 */
const TEXT_MAX_LENGTH = 240_000;

export type ReadSourcesDeps = { readSource: SourceReader; signal: AbortSignal; timeoutMs?: number };

/**
 * Reads the sources of a project and returns the readings in the same order. `onRead` is called after each with the
 * number done and the total. Rejects only when `signal` is aborted.
 */
export async function readSources(
  urls: readonly string[],
  { readSource, signal, timeoutMs = READING_MS }: ReadSourcesDeps,
  onRead: (done: number, total: number) => void,
): Promise<SourceReading[]> {
  const deadline = AbortSignal.timeout(timeoutMs);
  const either = AbortSignal.any([signal, deadline]);
  const readings: SourceReading[] = [];
  let next = 0;
  let done = 0;
  onRead(done, urls.length);

  async function readOn(): Promise<void> {
    for (let at = next++; at < urls.length; at = next++) {
      readings[at] = await readUntil(urls[at] ?? '');
      onRead(++done, urls.length);
    }
  }

  async function readUntil(url: string): Promise<SourceReading> {
    const late: SourceReading = { ok: false, url, reason: SOURCE_REASONS.noTimeLeft(siteOf(url)) };
    if (deadline.aborted) return late;
    try {
      return await readSource(url, either);
    } catch (error) {
      signal.throwIfAborted();
      if (!deadline.aborted) throw error;
      return late;
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, readOn));
  const share = Math.floor(TEXT_MAX_LENGTH / Math.max(1, readings.filter(({ ok }) => ok).length));
  return readings.map((reading) => (reading.ok ? { ...reading, text: cutAtBlock(reading.text, share) } : reading));
}
