import { AppError } from '../errors.ts';

/** Something did not come within its time. */
export class TimeLimitPassed extends AppError {
  constructor(what: string, limitMs: number) {
    super('unavailable', `${what} took more than ${limitMs / 1000} s. Close other programs, then try again.`);
    this.name = 'TimeLimitPassed';
  }
}

export type Limit = {
  /** In milliseconds by the real clock; none without it. */
  ms?: number;
  /** What is waited for, as it stands in the error: "The browser's start". */
  what: string;
  /** Ends the waiting with its reason when it aborts. */
  signal?: AbortSignal;
  /** How long the work may still take once the signal has aborted, in milliseconds. */
  graceMs?: number;
};

/**
 * What `work` gives, unless it takes too long (TimeLimitPassed) or the signal aborts (its reason). The work itself
 * keeps running in the background then; `late` gets what it still gives, to close it.
 */
export async function within<T>(
  work: Promise<T>,
  { ms, what, signal, graceMs = 0 }: Limit,
  late: (value: T) => unknown = () => undefined,
): Promise<T> {
  let isOver = false;
  const timers: NodeJS.Timeout[] = [];
  let onAbort = () => {};
  const ending = new Promise<never>((_resolve, reject) => {
    if (ms !== undefined) timers.push(setTimeout(() => reject(new TimeLimitPassed(what, ms)), ms));
    onAbort = () => {
      if (graceMs === 0) reject(signal?.reason);
      else timers.push(setTimeout(() => reject(signal?.reason), graceMs));
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();
  });
  work
    .then((value) => {
      if (isOver) return late(value);
    })
    .catch(() => undefined);
  try {
    return await Promise.race([work, ending]);
  } finally {
    isOver = true;
    timers.forEach(clearTimeout);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Waits for something that may fail or never come, for at most `ms` milliseconds. */
export async function attempted(work: Promise<unknown>, ms: number): Promise<void> {
  await within(work, { ms, what: 'It' }).catch(() => undefined);
}
