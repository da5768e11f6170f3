import { useSyncExternalStore } from 'react';
import { useSettings } from '@/domain/workspace/settings.ts';
import { nowDate } from '@/lib/clock.ts';
import { cooldownHours, WARMUP_PLATFORM } from '../../../shared/accounts/warmup.ts';
import { type HoldEnd, holdEnd } from '../../../shared/accounts/warmup-hold.ts';
import { rampedLimits, rampUpDay, visitMinutes } from '../../../shared/accounts/warmup-ramp-up.ts';
import type { SocialAccountsRow } from '../../../shared/workspace/database.ts';

/** Values that change with time, without refetching. */

/** Clock interval in milliseconds; the row is rendered only when a value changes. */
const TICK_MS = 1_000;

/** Whole hours until the account may be warmed up again, or 0; counts down while mounted. */
export function useCooldownHours(lastWarmupAt: string | null): number {
  return useSyncExternalStore(onTick, () =>
    cooldownHours(lastWarmupAt === null ? null : new Date(lastWarmupAt), nowDate()),
  );
}

/** How the hold on the account's automatic warm-ups can be ended now. */
export function useHoldEnd({ warmup_held_reason: reason, warmup_held_at: heldAt }: SocialAccountsRow): HoldEnd {
  const now = () => holdEnd(reason, heldAt, nowDate());
  useSyncExternalStore(onTick, () => now().by);
  return now();
}

/**
 * The account's ramp-up: its day, and about how many minutes a visit takes. Null without a ramp-up, or while logged
 * out.
 */
export function useRampUp(account: SocialAccountsRow): { day: number; minutes: number } | null {
  const settings = useSettings();
  const day = useSyncExternalStore(onTick, () => (settings ? rampUpDay(account, settings, nowDate()) : null));
  if (!settings || day === null || account.platform !== WARMUP_PLATFORM || !account.is_logged_in) return null;
  return { day, minutes: visitMinutes(rampedLimits(settings, day)) };
}

function onTick(listener: () => void): () => void {
  const timer = setInterval(listener, TICK_MS);
  return () => clearInterval(timer);
}
