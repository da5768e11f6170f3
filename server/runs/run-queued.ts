import type PQueue from 'p-queue';

/**
 * Runs `work` when the queue has room for it. When `signal` aborts first it leaves the queue and rejects with the
 * signal's reason. Work that has begun keeps its place until it ends: the queue's own `signal` option would give it
 * away while a stopped browser is still closing.
 */
export async function runQueued<T>(queue: PQueue, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const waiting = new AbortController();
  const leave = () => waiting.abort(signal.reason);
  signal.addEventListener('abort', leave);
  const begin = () => {
    signal.removeEventListener('abort', leave);
    return work();
  };
  return queue.add(begin, { signal: waiting.signal });
}
