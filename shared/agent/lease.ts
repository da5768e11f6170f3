/** A held lease. `lost` aborts when it has another owner, or when it was not renewed before it expired. */
export type Lease = {
  lost: AbortSignal;
  /**
   * Before something that only the owner may do: resolves while the lease stands, and asks where it was not renewed in
   * time, as in a process that was frozen. Rejects with the reason of `lost` otherwise.
   */
  confirm(): Promise<void>;
  release(): void;
};

export type LeaseTimes = {
  /** The renewal interval in milliseconds. */
  renewMs: number;
  /** How long the lease lasts without a renewal, in milliseconds. */
  durationMs: number;
};

/** After how many intervals without a renewal the lease is asked for before it is relied on. */
const LATE = 1.5;

/**
 * Holds a lease by calling `renew` until it is released. It is lost, with `reason`, when `renew` returns false or when
 * it has expired: by a separate timer, so also while a call of `renew` hangs. That timer may be suspended with the
 * machine: then the first renewal afterwards returns false, since the database renews no expired lease.
 */
export function holdLease(
  renew: () => Promise<boolean>,
  { renewMs, durationMs }: LeaseTimes,
  reason?: () => unknown,
): Lease {
  const lost = new AbortController();
  let isRenewing = false;
  let isOver = false;
  let expiry: ReturnType<typeof setTimeout> | undefined;
  // By both clocks: one stands still while the machine sleeps, the other may be set.
  let renewed = { monotonic: performance.now(), wall: Date.now() };
  const ageMs = () => Math.max(performance.now() - renewed.monotonic, Date.now() - renewed.wall);
  const release = () => {
    isOver = true;
    clearInterval(renewals);
    clearTimeout(expiry);
  };
  const lose = () => {
    if (isOver) return;
    release();
    lost.abort(reason?.());
  };
  const expireAfter = (asked: typeof renewed) => {
    if (isOver) return;
    renewed = asked;
    clearTimeout(expiry);
    expiry = setTimeout(lose, asked.monotonic + durationMs - performance.now());
  };
  const ask = async () => {
    const asked = { monotonic: performance.now(), wall: Date.now() };
    if (await renew()) expireAfter(asked);
    else lose();
  };
  const renewals = setInterval(() => {
    if (isRenewing) return;
    isRenewing = true;
    ask()
      // The backend is unreachable: the lease is valid until it expires.
      .catch(() => undefined)
      .finally(() => {
        isRenewing = false;
      });
  }, renewMs);
  expireAfter(renewed);
  const confirm = async () => {
    // A renewal is late.
    if (!isOver && ageMs() > renewMs * LATE) {
      await ask().catch(() => {
        if (ageMs() > durationMs) lose();
      });
    }
    lost.signal.throwIfAborted();
  };
  return { lost: lost.signal, confirm, release };
}
