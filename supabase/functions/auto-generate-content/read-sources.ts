import type { SourceReading } from './post.ts';
import { readSource } from './sources/read-source.ts';

/** Reads the sources at the same time; the same address only once. `onRead` is called after each with how many are done, and of how many. */
export async function readSources(
  urls: string[],
  deps: { fetch: typeof fetch; signal: AbortSignal },
  onRead: (done: number, total: number) => void,
): Promise<SourceReading[]> {
  const distinct = [...new Set(urls)];
  let done = 0;
  onRead(done, distinct.length);
  return Promise.all(
    distinct.map(async (url) => {
      const reading = await readSource(url, deps);
      onRead(++done, distinct.length);
      return reading;
    }),
  );
}
