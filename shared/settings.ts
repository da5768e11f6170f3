import { z } from 'zod';

const hour = z.number().int().min(0).max(23);

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
