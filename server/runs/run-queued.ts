import type PQueue from 'p-queue';

/**
 * Runs `work` when the queue has capacity. If `signal` aborts before that, it leaves the queue and rejects with the
 * signal's reason. Started work keeps its slot until it settles: the queue's `signal` option would free it while a
 * stopped browser is still closing.
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
