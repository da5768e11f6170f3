import { AppError } from '../errors.ts';

/** Work exceeded its time limit. */
export class TimeLimitPassed extends AppError {
  constructor(what: string, limitMs: number) {
    super('unavailable', `${what} took more than ${limitMs / 1000} s. Close other programs, then try again.`);
    this.name = 'TimeLimitPassed';
  }
}

export type Limit = {
  /** In milliseconds of real time; unlimited if omitted. */
  ms?: number;
  /** The name of the work in the error: "The browser's start". */
  what: string;
  signal?: AbortSignal;
  /** How long the work may continue after the signal has aborted, in milliseconds. */
  graceMs?: number;
};

/**
 * Resolves with the result of `work`. Rejects with TimeLimitPassed if it takes too long, or with the signal's reason if
 * that aborts. The work then continues in the background, and `late` is called with its result, to close it.
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

/** Waits at most `ms` milliseconds for work, and ignores its failure. */
export async function attempted(work: Promise<unknown>, ms: number): Promise<void> {
  await within(work, { ms, what: 'It' }).catch(() => undefined);
}
