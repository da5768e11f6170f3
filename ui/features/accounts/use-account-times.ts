import { useSyncExternalStore } from 'react';
import { useSettings } from '@/domain/workspace/settings.ts';
import { cooldownHours, WARMUP_PLATFORM } from '../../../shared/accounts/warmup.ts';
import { type HoldEnd, holdEnd } from '../../../shared/accounts/warmup-hold.ts';
import { rampedLimits, rampUpDay, visitMinutes } from '../../../shared/accounts/warmup-ramp-up.ts';
import type { SocialAccountsRow } from '../../../shared/workspace/database.ts';

/** What of an account changes as time goes by, without anything being read again. */

/** How often the clock is looked at, in milliseconds; the row is drawn again only when what it shows changes. */
const TICK_MS = 1_000;

/** Whole hours until the account may be warmed up again, 0 when it may; counts down while it is on the screen. */
export function useCooldownHours(lastWarmupAt: string | null): number {
  return useSyncExternalStore(onTick, () =>
    cooldownHours(lastWarmupAt === null ? null : new Date(lastWarmupAt), new Date()),
  );
}

/** How the hold of the account's automatic warm-ups can end now. */
export function useHoldEnd({ warmup_held_reason: reason, warmup_held_at: heldAt }: SocialAccountsRow): HoldEnd {
  const now = () => holdEnd(reason, heldAt, new Date());
  useSyncExternalStore(onTick, () => now().by);
  return now();
}

/**
 * Where the account is in its ramp-up: its day, and about how many minutes a visit takes. Null where it has none, or
 * nobody is logged in to it.
 */
export function useRampUp(account: SocialAccountsRow): { day: number; minutes: number } | null {
  const settings = useSettings();
  const day = useSyncExternalStore(onTick, () => (settings ? rampUpDay(account, settings, new Date()) : null));
  if (!settings || day === null || account.platform !== WARMUP_PLATFORM || !account.is_logged_in) return null;
  return { day, minutes: visitMinutes(rampedLimits(settings, day)) };
}

function onTick(listener: () => void): () => void {
  const timer = setInterval(listener, TICK_MS);
  return () => clearInterval(timer);
}
