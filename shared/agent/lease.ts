/** A held lease. `lost` aborts when it has another owner, or when it was not renewed before it expired. */
export type Lease = { lost: AbortSignal; release(): void };

export type LeaseTimes = {
  /** The renewal interval in milliseconds. */
  renewMs: number;
  /** How long the lease lasts without a renewal, in milliseconds. */
  durationMs: number;
};

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
  const expireAfter = (renewedAt: number) => {
    if (isOver) return;
    clearTimeout(expiry);
    expiry = setTimeout(lose, renewedAt + durationMs - performance.now());
  };
  const renewals = setInterval(() => {
    if (isRenewing) return;
    isRenewing = true;
    const askedAt = performance.now();
    renew()
      .then((isOurs) => (isOurs ? expireAfter(askedAt) : lose()))
      // The backend is unreachable: the lease is valid until it expires.
      .catch(() => undefined)
      .finally(() => {
        isRenewing = false;
      });
  }, renewMs);
  expireAfter(performance.now());
  return { lost: lost.signal, release };
}
