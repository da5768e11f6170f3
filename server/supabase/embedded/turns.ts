/** Gives out a limited number of turns; whoever comes later waits in line. */
export class Turns {
  readonly #most: number;
  readonly #waiting = new Set<() => void>();
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Waits for a turn, for at most `limitMs`; false when there was none by then. Every turn taken needs a `next`. */
  async take(limitMs = Number.POSITIVE_INFINITY): Promise<boolean> {
    if (this.#taken < this.#most) {
      this.#taken++;
      return true;
    }
    return new Promise((resolve) => {
      const go = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const giveUp = () => {
        this.#waiting.delete(go);
        resolve(false);
      };
      const timer = Number.isFinite(limitMs) ? setTimeout(giveUp, limitMs) : undefined;
      this.#waiting.add(go);
    });
  }

  /** Ends a turn; the one who waits longest gets it. */
  next(): void {
    const [go] = this.#waiting;
    if (!go) {
      this.#taken--;
      return;
    }
    this.#waiting.delete(go);
    go();
  }
}
