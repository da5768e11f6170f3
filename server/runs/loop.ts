/** What is looked at again and again; see startLoop. */
export type Loop = {
  /** Looks at once, or right after a look that is under way. */
  lookNow(): void;
  /** Ends it and waits for a look under way. */
  end(): Promise<void>;
};

/**
 * Calls `look` at once and then again and again: after as many milliseconds as it answers, within `atLeastMs` and
 * `atMostMs`. Nothing is counted between two looks, so nothing drifts, and the timer keeps no process alive. `look`
 * must not throw.
 */
export function startLoop(
  look: () => Promise<number>,
  { atLeastMs, atMostMs }: { atLeastMs: number; atMostMs: number },
): Loop {
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isEnding = false;
  let isWanted = false;
  const turn = async () => {
    const wait = await look();
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
