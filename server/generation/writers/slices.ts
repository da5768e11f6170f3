/** Work in steps, between which other work can run; `yield*` nests it. */
export type Steps<T> = Generator<undefined, T>;

/** How long the writer blocks its thread without a pause, in milliseconds. A single step may take longer. */
const SLICE_MS = 10;

/** Runs work in time slices. Rejects with the signal's reason on abort. */
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
 * Resolves after other work queued on the thread has run. A timer alone would not ensure that, because Node runs newly
 * due timers in the same round. Runtimes without setImmediate fall back to a timer.
 */
export function otherWork(): Promise<void> {
  return new Promise((resolve) => (globalThis.setImmediate ?? setTimeout)(resolve));
}
