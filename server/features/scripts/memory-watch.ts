import { readFile } from 'node:fs/promises';

const POLL_MS = 500;
const PAGE_BYTES = 4096;
const MB = 1024 * 1024;

/**
 * Calls `tooMuch` once when a process holds more than `limitMb` of memory: buffers are not part of the heap that --max-old-space-size bounds. Linux only,
 * where asking costs nothing. Gives the function that ends the watch.
 */
export function watchMemory(pid: number, limitMb: number, tooMuch: () => void): () => void {
  if (process.platform !== 'linux') return () => undefined;
  const poll = setInterval(async () => {
    const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
    const resident = Number(statm.split(' ')[1] ?? 0) * PAGE_BYTES;
    if (resident <= limitMb * MB) return;
    clearInterval(poll);
    tooMuch();
  }, POLL_MS);
  poll.unref();
  return () => clearInterval(poll);
}
