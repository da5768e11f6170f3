import { expect, test } from 'vitest';
import { readSources } from '../../../../server/generation/run/read-sources.ts';
import type { SourceReader } from '../../../../server/generation/sources/read-source.ts';
import { readable } from '../writing.ts';

const { signal } = new AbortController();
const urls = Array.from({ length: 10 }, (_, index) => `https://page${index}.example/`);
/** Never answers; ends with its signal. */
const silent: SourceReader = (_, until) =>
  new Promise((_resolve, reject) => until.addEventListener('abort', () => reject(until.reason)));

test('ten sources are read two at a time, in their order, and share the room of two', async () => {
  let open = 0;
  let most = 0;
  const readSource: SourceReader = async (url) => {
    most = Math.max(most, ++open);
    await new Promise(setImmediate);
    open -= 1;
    return readable('A block of a page.\n\n'.repeat(6000), { url });
  };
  const done: number[] = [];
  const read = await readSources(urls, { readSource, signal }, (count) => done.push(count));
  expect([read.map(({ url }) => url), done]).toEqual([urls, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]]);
  expect(most).toBe(2);
  expect(read.map((reading) => (reading.ok ? reading.text : '')).join('').length).toBeLessThanOrEqual(240_000);
  expect(read.every((reading) => reading.ok && reading.text.endsWith('a page.'))).toBe(true);
});

test('what is not read in time is left out with a reason, and an abort ends it all', async () => {
  const readSource: SourceReader = (url, until) =>
    url === urls[0] ? Promise.resolve(readable('A page.', { url })) : silent(url, until);
  const read = await readSources(urls, { readSource, signal, timeoutMs: 50 }, () => {});
  expect(read.map(({ ok }) => ok)).toEqual([true, ...Array<boolean>(9).fill(false)]);
  expect(read[9]).toMatchObject({ reason: expect.stringContaining('There was no time left to read page9.example') });

  const abort = new AbortController();
  const reading = readSources(urls, { readSource: silent, signal: abort.signal }, () => {});
  abort.abort(new Error('enough'));
  await expect(reading).rejects.toThrow('enough');
});
