/** A held lease. `lost` aborts when another owner takes the lease, or when it expires. */
export type Lease = {
  lost: AbortSignal;
  /**
   * To be awaited before anything that only the owner may do. Resolves while the lease is held; renews it first if the
   * last renewal is overdue, for example after the process was suspended. Otherwise rejects with the reason of `lost`.
   */
  confirm(): Promise<void>;
  release(): void;
};

export type LeaseTimes = {
  /** The renewal interval in milliseconds. */
  renewMs: number;
  /** How long the lease lasts unless renewed, in milliseconds. */
  durationMs: number;
};

/** `confirm` first renews a lease whose last renewal was more than this many intervals ago. */
const LATE = 1.5;

/**
 * Holds a lease by calling `renew` until it is released. It is lost, with `reason`, when `renew` returns false or when
 * it expires. A separate timer watches for expiry, so a `renew` that hangs cannot delay it. If that timer was suspended
 * with the machine, the first renewal afterwards returns false, since the database does not renew expired leases.
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
  // By both clocks: the monotonic one may stop while the machine sleeps, and the wall clock may be set.
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
      // The backend is unreachable: the lease stays valid until it expires.
      .catch(() => undefined)
      .finally(() => {
        isRenewing = false;
      });
  }, renewMs);
  expireAfter(renewed);
  const confirm = async () => {
    // The renewal is overdue.
    if (!isOver && ageMs() > renewMs * LATE) {
      await ask().catch(() => {
        if (ageMs() > durationMs) lose();
      });
    }
    lost.signal.throwIfAborted();
  };
  return { lost: lost.signal, confirm, release };
}
