import type { AppSettingsRow, SocialAccountsRow } from '../workspace/database.ts';
import type { WarmupLimits } from './warmup-limits.ts';

/** Days until a new account's visits reach the full length set in the settings. */
export const RAMP_UP_DAYS = 14;
/** The first day's share of the limits; it grows by the same amount each day. */
const FIRST_SHARE = 0.25;
const DAY_MS = 86_400_000;

export type RampUpAccount = Pick<SocialAccountsRow, 'is_established' | 'ramp_up_since'>;

export type RampUpSetting = Pick<AppSettingsRow, 'warmup_ramp_up'>;

/**
 * An account's day of the ramp-up, 1 to RAMP_UP_DAYS; null if it has none, because the ramp-up is switched off or over,
 * or the account is established.
 */
export function rampUpDay(
  { is_established: isEstablished, ramp_up_since: since }: RampUpAccount,
  { warmup_ramp_up: isOn }: RampUpSetting,
  now: Date,
): number | null {
  if (!isOn || isEstablished) return null;
  const days = since === null ? 0 : Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / DAY_MS));
  return days < RAMP_UP_DAYS ? days + 1 : null;
}

/**
 * The limits on a day of the ramp-up, in possibly fractional minutes; those of the settings if `day` is null. A visit
 * views at least one post.
 */
export function rampedLimits(limits: WarmupLimits, day: number | null): WarmupLimits {
  if (day === null) return limits;
  const share = FIRST_SHARE + ((1 - FIRST_SHARE) * (day - 1)) / RAMP_UP_DAYS;
  const posts = (most: number) => Math.max(1, Math.floor(most * share));
  return {
    ...limits,
    warmup_minutes_min: limits.warmup_minutes_min * share,
    warmup_minutes_max: limits.warmup_minutes_max * share,
    warmup_posts_min: posts(limits.warmup_posts_min),
    warmup_posts_max: posts(limits.warmup_posts_max),
    warmup_likes_max: Math.floor(limits.warmup_likes_max * share),
  };
}

/** The average minutes of a visit within these limits; a whole number. */
export function visitMinutes({ warmup_minutes_min: shortest, warmup_minutes_max: longest }: WarmupLimits): number {
  return Math.max(1, Math.round((shortest + longest) / 2));
}
