import type { FastifyBaseLogger } from 'fastify';

/** What is looked at again and again; see startLoop. */
export type Loop = {
  /** Looks at once, or right after a look that is under way. */
  lookNow(): void;
  /** Ends it and waits for a look under way. */
  end(): Promise<void>;
};

type LoopOptions = {
  atLeastMs: number;
  atMostMs: number;
  /** What the log says of a look that failed. */
  failure: string;
  log: FastifyBaseLogger;
};

/**
 * Calls `look` at once and then again and again: after as many milliseconds as it answers, within `atLeastMs` and
 * `atMostMs`. Nothing is counted between two looks, so nothing drifts, and the timer keeps no process alive. A look
 * that fails is logged with `failure`, once as long as it fails for the same reason, and followed by the longest wait.
 */
export function startLoop(look: () => Promise<number>, { atLeastMs, atMostMs, failure, log }: LoopOptions): Loop {
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isEnding = false;
  let isWanted = false;
  let lastFailure = '';
  const lookSafely = async () => {
    try {
      const wait = await look();
      lastFailure = '';
      return wait;
    } catch (error) {
      // Said once, not at each look for as long as the network is away.
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== lastFailure) log.warn({ err: error }, failure);
      lastFailure = reason;
      return atMostMs;
    }
  };
  const turn = async () => {
    const wait = await lookSafely();
    looking = undefined;
    if (isEnding) return;
    timer = setTimeout(begin, isWanted ? 0 : Math.min(atMostMs, Math.max(atLeastMs, wait)));
    timer.unref();
  };
  const begin = () => {
    isWanted = false;
    looking = turn();
  };
  begin();
  return {
    lookNow() {
      if (isEnding) return;
      isWanted = true;
      if (looking) return;
      clearTimeout(timer);
      begin();
    },
    async end() {
      isEnding = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
