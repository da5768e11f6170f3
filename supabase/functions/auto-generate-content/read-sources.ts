import type { SourceReading } from './post.ts';
import type { SourceReader } from './sources/read-source.ts';

/**
 * Reads the sources at the same time; the same address only once. `onRead` is called after each with how many are done,
 * and of how many.
 */
export async function readSources(
  urls: string[],
  { readSource, signal }: { readSource: SourceReader; signal: AbortSignal },
  onRead: (done: number, total: number) => void,
): Promise<SourceReading[]> {
  const distinct = [...new Set(urls)];
  let done = 0;
  onRead(done, distinct.length);
  return Promise.all(
    distinct.map(async (url) => {
      const reading = await readSource(url, signal);
      onRead(++done, distinct.length);
      return reading;
    }),
  );
}
