import { readFile } from 'node:fs/promises';
import { type Family, noteFamily } from '../../system/process-tree.ts';

const POLL_MS = 500;
const PAGE_BYTES = 4096;
const MB = 1024 * 1024;

/** What to watch. Descendants of the process are added to `family` once `hasBegun`. */
export type ProcessWatch = { limitMb: number; tooMuch(): void; family: Family; hasBegun(): boolean };

/**
 * Watches a process: calls `tooMuch` once when it uses more than `limitMb` of memory, since --max-old-space-size does
 * not bound buffers, and tracks its descendants. Linux only. Returns a function that ends the watch.
 */
export function watchProcess(pid: number, { limitMb, tooMuch, family, hasBegun }: ProcessWatch): () => void {
  if (process.platform !== 'linux') return () => undefined;
  let isTooMuch = false;
  const look = async () => {
    if (hasBegun()) await noteFamily(pid, family);
    const statm = await readFile(`/proc/${pid}/statm`, 'utf8');
    const resident = Number(statm.split(' ')[1] ?? 0) * PAGE_BYTES;
    if (resident <= limitMb * MB || isTooMuch) return;
    isTooMuch = true;
    tooMuch();
  };
  // A failed read is retried at the next poll, or the process is gone.
  const poll = setInterval(() => look().catch(() => undefined), POLL_MS);
  poll.unref();
  return () => clearInterval(poll);
}
