/** How many warm-ups run on this machine at once: each has a browser of its own. */
const AT_ONCE = 2;

/** Lets at most AT_ONCE work at the same time; the others wait for their turn, first come first served. */
export type Turns = {
  /** Works when it is its turn and gives the turn on. When `signal` aborts first, rejects with its reason. */
  take<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
};

export function createTurns(): Turns {
  const waiting: (() => void)[] = [];
  let working = 0;

  const turn = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      waiting.push(resolve);
      signal.addEventListener('abort', () => {
        const place = waiting.indexOf(resolve);
        if (place < 0) return;
        waiting.splice(place, 1);
        reject(signal.reason);
      });
    });

  return {
    async take(signal, work) {
      signal.throwIfAborted();
      if (working < AT_ONCE) working += 1;
      else await turn(signal);
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else working -= 1;
      }
    },
  };
}
