/**
 * A claim that is kept. `lost` aborts when somebody else has it, or when it could not be renewed for so long that
 * somebody may.
 */
export type Lease = { lost: AbortSignal; release(): void };

export type LeaseTimes = {
  /** How often it is renewed, in milliseconds. */
  renewMs: number;
  /** How long the claim stands without a renewal, in milliseconds. */
  durationMs: number;
};

/**
 * Keeps a claim by calling `renew` until it is released. It is lost, with `reason`, when `renew` answers false or when
 * it has expired: by its own timer, so also while a call of `renew` hangs. That timer may stand still while a machine
 * sleeps: then the first renewal after it answers false, since the database extends no claim that has expired.
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
      // The backend cannot be reached: the claim stands until it expires.
      .catch(() => undefined)
      .finally(() => {
        isRenewing = false;
      });
  }, renewMs);
  expireAfter(performance.now());
  return { lost: lost.signal, release };
}
