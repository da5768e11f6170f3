/** The longest time between two looks at what is due: a clock may have been set, a machine may have slept. */
export const WAKE_AT_MOST_MS = 30_000;
const WAKE_AT_LEAST_MS = 50;

/**
 * Calls `look` at once and then again and again: after as many milliseconds as it answers, at most 30 s. Nothing is counted between two looks, so
 * nothing drifts, and the timer keeps no process alive. `look` must not throw. Gives the function that ends it and waits for a look under way.
 */
export function startLoop(look: () => Promise<number>): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let isEnding = false;
  const turn = async () => {
    const wait = await look();
    if (isEnding) return;
    timer = setTimeout(begin, Math.min(WAKE_AT_MOST_MS, Math.max(WAKE_AT_LEAST_MS, wait)));
    timer.unref();
  };
  let looking: Promise<void>;
  const begin = () => {
    looking = turn();
  };
  begin();
  return () => {
    isEnding = true;
    clearTimeout(timer);
    return looking;
  };
}
