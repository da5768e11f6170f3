import { LEASE_SECONDS } from './store.ts';

/** How often a claim is renewed while its job runs; it stands for LEASE_SECONDS. */
export const RENEW_EVERY_MS = 20_000;

/** A claim that is kept. `lost` aborts when somebody else has it, or it could not be renewed for so long that somebody may. */
export type Lease = { lost: AbortSignal; release(): void };

/** Keeps a claim by calling `renew` until it is released. A machine that wakes up asks before its work goes on for long. */
export function holdLease(renew: () => Promise<boolean>, everyMs = RENEW_EVERY_MS): Lease {
  const lost = new AbortController();
  let renewedAt = performance.now();
  let isAsking = false;
  const timer = setInterval(() => {
    if (performance.now() - renewedAt > LEASE_SECONDS * 1000) return lose();
    if (isAsking) return;
    isAsking = true;
    const askedAt = performance.now();
    renew()
      .then((isOurs) => {
        if (isOurs) renewedAt = askedAt;
        else lose();
      })
      // Supabase cannot be reached: the claim stands for a while yet.
      .catch(() => undefined)
      .finally(() => {
        isAsking = false;
      });
  }, everyMs);
  timer.unref();
  const lose = () => {
    clearInterval(timer);
    lost.abort();
  };
  return { lost: lost.signal, release: () => clearInterval(timer) };
}
