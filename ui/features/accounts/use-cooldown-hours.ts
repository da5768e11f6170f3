import { useSyncExternalStore } from 'react';
import { cooldownHours } from '../../../shared/warmup.ts';

/** How often the clock is looked at, in milliseconds; the row is drawn again only when the hours change. */
const TICK_MS = 1_000;

/** Whole hours until the account may be warmed up again, 0 when it may; counts down while it is on the screen. */
export function useCooldownHours(lastWarmupAt: string | null): number {
  return useSyncExternalStore(onTick, () =>
    cooldownHours(lastWarmupAt === null ? null : new Date(lastWarmupAt), new Date()),
  );
}

function onTick(listener: () => void): () => void {
  const timer = setInterval(listener, TICK_MS);
  return () => clearInterval(timer);
}
