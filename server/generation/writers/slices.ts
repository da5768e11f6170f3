/** Work that pauses between its steps, so that other work can run; `yield*` runs one within another. */
export type Steps<T> = Generator<undefined, T>;

/** How long the writer blocks its thread at a time, in milliseconds. A single step may exceed it. */
const SLICE_MS = 10;

/** Runs work in slices of time. Rejects with the signal's reason once that is aborted. */
export async function runInSlices<T>(work: Steps<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    signal?.throwIfAborted();
    const end = performance.now() + SLICE_MS;
    let step = work.next();
    while (!step.done && performance.now() < end) step = work.next();
    if (step.done) return step.value;
    await otherWork();
  }
}

/**
 * Resolves once everything else on the thread has had its turn. A timer alone does not wait for that: Node runs one that
 * has fallen due meanwhile in the same round of timers. Runtimes without setImmediate have only the timer.
 */
export function otherWork(): Promise<void> {
  return new Promise((resolve) => (globalThis.setImmediate ?? setTimeout)(resolve));
}
