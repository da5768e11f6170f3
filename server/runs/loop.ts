import type { FastifyBaseLogger } from 'fastify';

export type Loop = {
  /** Runs `look` at once, or right after the one under way. */
  checkNow(): void;
  /** Stops the loop and waits for the `look` under way. */
  end(): Promise<void>;
};

type LoopOptions = {
  atLeastMs: number;
  atMostMs: number;
  /** The log message for a failed `look`. */
  failure: string;
  log: FastifyBaseLogger;
};

/**
 * Calls `look` repeatedly, starting now, with the delay in milliseconds that it returns, within `atLeastMs` and
 * `atMostMs`. The timer keeps no process alive. A failure is logged with `failure`, once per consecutive reason, and
 * followed by the longest delay.
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
      // Logged once, not at each attempt while the network is down.
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
    checkNow() {
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
