/** A one-time clean-up after a killed agent; see createRecovery. */
export type Recovery<Args extends unknown[]> = {
  /** Resolves when it is done; starts it if it has not succeeded yet. Rejects with its error. */
  done(...args: Args): Promise<void>;
  /** Resolves when none is in progress, whether or not it succeeded. */
  settled(): Promise<void>;
};

/** Calls `recover` once for all callers, and again for the next caller until it succeeds. */
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
