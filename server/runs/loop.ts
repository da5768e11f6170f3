import type { FastifyBaseLogger } from 'fastify';

export type Loop = {
  /** Runs `look` at once, or right after the one in progress. */
  checkNow(): void;
  /** Stops the loop and waits for the `look` in progress. */
  end(): Promise<void>;
};

type LoopOptions = {
  atLeastMs: number;
  atMostMs: number;
  /** The log message for a failed `look`. */
  failure: string;
  log: FastifyBaseLogger;
};

/** The longest delay after consecutive failures, and its random part, so that agents do not all retry at once. */
const BACK_OFF_MOST_MS = 60_000;
const JITTER = 0.25;

/**
 * The delay after the nth consecutive failure, in milliseconds: `atMostMs`, doubled with each further failure up to a
 * minute, less up to a quarter by `chance` (from 0 to 1).
 */
export function backOffMs(atMostMs: number, failures: number, chance: number): number {
  const most = Math.max(atMostMs, BACK_OFF_MOST_MS);
  const grown = Math.min(most, atMostMs * 2 ** Math.min(failures - 1, 16));
  return grown * (1 - JITTER * chance);
}

/**
 * Calls `look` repeatedly, starting now, with the delay in milliseconds that it returns, within `atLeastMs` and
 * `atMostMs`. The timer does not keep the process alive. A failure is logged with `failure`, once per consecutive
 * reason, and followed by a delay that grows with each (backOffMs).
 */
export function startLoop(look: () => Promise<number>, { atLeastMs, atMostMs, failure, log }: LoopOptions): Loop {
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isEnding = false;
  let isWanted = false;
  let lastFailure = '';
  let failures = 0;
  const lookSafely = async () => {
    try {
      const wait = await look();
      lastFailure = '';
      failures = 0;
      return Math.min(atMostMs, Math.max(atLeastMs, wait));
    } catch (error) {
      // Logged once, not at each attempt while the network is down.
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== lastFailure) log.warn({ err: error }, failure);
      lastFailure = reason;
      failures += 1;
      return backOffMs(atMostMs, failures, Math.random());
    }
  };
  const turn = async () => {
    const wait = await lookSafely();
    looking = undefined;
    if (isEnding) return;
    timer = setTimeout(begin, isWanted ? 0 : wait);
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
