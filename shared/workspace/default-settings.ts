import type { Settings } from './settings.ts';

/** The initial settings row (§9). In a file without zod, so that the first screen loads without it. */
export const DEFAULT_SETTINGS: Settings = {
  timezone: 'UTC',
  posting_hours_start: 8,
  posting_hours_end: 22,
  warmup_enabled: true,
  auto_delete_enabled: true,
  rotation_enabled: false,
  auto_generate_daily: false,
};
