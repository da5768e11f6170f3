import { LEASE_SECONDS } from './store.ts';

/** How often a claim is renewed while its job runs; it stands for LEASE_SECONDS. */
export const RENEW_EVERY_MS = 20_000;

/** A claim that is kept. `lost` aborts when somebody else has it, or it could not be renewed for so long that somebody may. */
export type Lease = { lost: AbortSignal; release(): void };

export type LeaseTimes = {
  /** How often it is renewed, in milliseconds. */
  everyMs?: number;
  /** How long the claim stands without a renewal, in milliseconds. */
  standsMs?: number;
};

/**
 * Keeps a claim by calling `renew` until it is released. It is lost when `renew` says so, or when the claim has run out: also while a call of `renew`
 * still waits for its answer. A machine that wakes up asks before its work goes on for long.
 */
export function holdLease(
  renew: () => Promise<boolean>,
  { everyMs = RENEW_EVERY_MS, standsMs = LEASE_SECONDS * 1000 }: LeaseTimes = {},
): Lease {
  const lost = new AbortController();
  let isAsking = false;
  let isOver = false;
  let renewing: NodeJS.Timeout | undefined;
  let running: NodeJS.Timeout | undefined;
  const release = () => {
    isOver = true;
    clearInterval(renewing);
    clearTimeout(running);
  };
  const lose = () => {
    if (isOver) return;
    release();
    lost.abort();
  };
  const standFrom = (askedAt: number) => {
    if (isOver) return;
    clearTimeout(running);
    running = setTimeout(lose, askedAt + standsMs - performance.now()).unref();
  };
  standFrom(performance.now());
  renewing = setInterval(() => {
    if (isAsking) return;
    isAsking = true;
    const askedAt = performance.now();
    renew()
      .then((isOurs) => (isOurs ? standFrom(askedAt) : lose()))
      // Supabase cannot be reached: the claim stands for a while yet.
      .catch(() => undefined)
      .finally(() => {
        isAsking = false;
      });
  }, everyMs).unref();
  return { lost: lost.signal, release };
}
