import { z } from 'zod';

/** What the columns of app_settings that limit warm-ups may hold; the database checks the same. */
export const WARMUP_LIMIT_BOUNDS = {
  warmup_minutes_min: { min: 5, max: 60 },
  warmup_minutes_max: { min: 5, max: 60 },
  warmup_posts_min: { min: 1, max: 60 },
  warmup_posts_max: { min: 1, max: 60 },
  warmup_likes_max: { min: 0, max: 3 },
  warmup_hour_start: { min: 0, max: 23 },
  warmup_hour_end: { min: 1, max: 24 },
} as const;

/** More posts a minute could not be looked at. */
export const WARMUP_POSTS_A_MINUTE = 3;

function within({ min, max }: { min: number; max: number }) {
  return z.number().int().min(min).max(max);
}

/**
 * What a warm-up may do. It takes between `minutes_min` and `minutes_max` minutes, looks at between `posts_min` and
 * `posts_max` posts of the feed, and likes at most `likes_max` of them. One that starts by itself does so from
 * `hour_start`:00 on and before `hour_end`:00, in the settings' time zone.
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

/** What holds as long as nobody has set anything else. */
export const DEFAULT_WARMUP_LIMITS: WarmupLimits = {
  warmup_minutes_min: 8,
  warmup_minutes_max: 15,
  warmup_posts_min: 10,
  warmup_posts_max: 20,
  warmup_likes_max: 0,
  warmup_hour_start: 7,
  warmup_hour_end: 22,
};
