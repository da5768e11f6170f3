import { z } from 'zod';

/** The first and last hour of a day (§9). */
export const FIRST_HOUR = 0;
export const LAST_HOUR = 23;

/** The zones offered first in the settings (§9); all other IANA zones work too. */
export const COMMON_TIMEZONES = [
  'UTC',
  'America/New_York',
  'America/Los_Angeles',
  'America/Chicago',
  'Europe/London',
  'Europe/Paris',
  'Asia/Tokyo',
  'Asia/Shanghai',
  'Australia/Sydney',
] as const;

const hour = z.number().int().min(FIRST_HOUR).max(LAST_HOUR);

/** The one row of app_settings without its id (§3). Hours are whole hours of the day in `timezone`. */
export const settingsSchema = z.object({
  timezone: z.string().min(1),
  posting_hours_start: hour,
  posting_hours_end: hour,
  warmup_enabled: z.boolean(),
  auto_delete_enabled: z.boolean(),
  rotation_enabled: z.boolean(),
  auto_generate_daily: z.boolean(),
});
export type Settings = z.infer<typeof settingsSchema>;
