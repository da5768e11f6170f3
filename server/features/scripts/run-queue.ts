import { AppError } from '../../errors.ts';
import type { ScriptLimits } from './limits.ts';
import { queueFull } from './messages.ts';

/** What a client is told to wait when the queue is full. */
const RETRY_AFTER_S = 30;

export type RunQueue = {
  /** AppError rate_limited when one more may not even wait. */
  assertRoom(): void;
  /**
   * Waits for a place, works, and gives the place on. When `signal` aborts first it does not work at all.
   */
  enter(signal: AbortSignal, work: () => Promise<void>): Promise<void>;
};

export function createRunQueue(limits: ScriptLimits): RunQueue {
  let running = 0;
  const waiting: ((isGranted: boolean) => void)[] = [];

  const turn = (signal: AbortSignal) =>
    new Promise<boolean>((resolve) => {
      waiting.push(resolve);
      signal.addEventListener('abort', () => {
        const place = waiting.indexOf(resolve);
        if (place >= 0) waiting.splice(place, 1);
        resolve(false);
      });
    });

  const giveOn = () => {
    const next = waiting.shift();
    if (next) next(true);
    else running -= 1;
  };

  return {
    assertRoom() {
      if (running < limits.concurrency || waiting.length < limits.waiting) return;
      throw new AppError('rate_limited', queueFull(limits), { retryAfterSeconds: RETRY_AFTER_S });
    },
    async enter(signal, work) {
      if (signal.aborted) return;
      if (running < limits.concurrency) running += 1;
      else if (!(await turn(signal))) return;
      try {
        if (!signal.aborted) await work();
      } finally {
        giveOn();
      }
    },
  };
}
