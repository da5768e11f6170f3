import { z } from 'zod';

/** The bounds of the warm-up limits in app_settings; the database has the same checks. */
export const WARMUP_LIMIT_BOUNDS = {
  warmup_minutes_min: { min: 5, max: 60 },
  warmup_minutes_max: { min: 5, max: 60 },
  warmup_posts_min: { min: 1, max: 60 },
  warmup_posts_max: { min: 1, max: 60 },
  warmup_likes_max: { min: 0, max: 3 },
  warmup_hour_start: { min: 0, max: 23 },
  warmup_hour_end: { min: 1, max: 24 },
} as const;

/** Maximum number of posts viewed per minute. */
export const WARMUP_POSTS_A_MINUTE = 3;

function within({ min, max }: { min: number; max: number }) {
  return z.number().int().min(min).max(max);
}

/**
 * The limits of a warm-up. It takes `minutes_min` to `minutes_max` minutes, views `posts_min` to `posts_max` feed
 * posts, and likes at most `likes_max` of them. An automatic one starts from `hour_start`:00 and before `hour_end`:00,
 * in the settings' time zone.
 */
export const warmupLimitsSchema = z
  .object({
    warmup_minutes_min: within(WARMUP_LIMIT_BOUNDS.warmup_minutes_min),
    warmup_minutes_max: within(WARMUP_LIMIT_BOUNDS.warmup_minutes_max),
    warmup_posts_min: within(WARMUP_LIMIT_BOUNDS.warmup_posts_min),
    warmup_posts_max: within(WARMUP_LIMIT_BOUNDS.warmup_posts_max),
    warmup_likes_max: within(WARMUP_LIMIT_BOUNDS.warmup_likes_max),
    warmup_hour_start: within(WARMUP_LIMIT_BOUNDS.warmup_hour_start),
    warmup_hour_end: within(WARMUP_LIMIT_BOUNDS.warmup_hour_end),
  })
  .refine((limits) => limits.warmup_minutes_min <= limits.warmup_minutes_max, { path: ['warmup_minutes_max'] })
  .refine((limits) => limits.warmup_posts_min <= limits.warmup_posts_max, { path: ['warmup_posts_max'] })
  .refine((limits) => limits.warmup_posts_min <= WARMUP_POSTS_A_MINUTE * limits.warmup_minutes_min, {
    path: ['warmup_posts_min'],
  })
  .refine((limits) => limits.warmup_hour_start < limits.warmup_hour_end, { path: ['warmup_hour_end'] });
export type WarmupLimits = z.infer<typeof warmupLimitsSchema>;

export const DEFAULT_WARMUP_LIMITS: WarmupLimits = {
  warmup_minutes_min: 8,
  warmup_minutes_max: 15,
  warmup_posts_min: 10,
  warmup_posts_max: 20,
  warmup_likes_max: 0,
  warmup_hour_start: 7,
  warmup_hour_end: 22,
};
