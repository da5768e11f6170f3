/** Cleaning up once what a killed agent left; see createRecovery. */
export type Recovery<Args extends unknown[]> = {
  /** Resolves when it is done. Begins it where nobody has, or where it has failed. Rejects with its error. */
  done(...args: Args): Promise<void>;
  /** Resolves when none is under way, whatever came of it. */
  settled(): Promise<void>;
};

/**
 * Calls `recover` before anything else is begun: once for all callers, and again for the next one until it succeeds.
 */
export function createRecovery<Args extends unknown[]>(recover: (...args: Args) => Promise<void>): Recovery<Args> {
  let recovering: Promise<void> | undefined;
  return {
    done(...args) {
      recovering ??= recover(...args).catch((error: unknown) => {
        recovering = undefined;
        throw error;
      });
      return recovering;
    },
    settled: async () => recovering?.catch(() => undefined),
  };
}
