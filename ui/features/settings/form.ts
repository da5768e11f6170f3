import { hourErrors } from '@/features/settings/messages.ts';
import { FIRST_HOUR, LAST_HOUR, type Settings } from '../../../shared/settings.ts';

type HourField = 'posting_hours_start' | 'posting_hours_end';

/** The settings as they are entered: hours are what was typed, also when it is no hour. */
export type SettingsForm = Omit<Settings, HourField> & Record<HourField, string>;

/** The form's part of a row. */
export function formOf(row: Settings): SettingsForm {
  return {
    timezone: row.timezone,
    posting_hours_start: String(row.posting_hours_start),
    posting_hours_end: String(row.posting_hours_end),
    warmup_enabled: row.warmup_enabled,
    auto_delete_enabled: row.auto_delete_enabled,
    rotation_enabled: row.rotation_enabled,
    auto_generate_daily: row.auto_generate_daily,
  };
}

/** What is wrong with what was typed as an hour, or null: it must be a whole number from 0 to 23 (§5). */
export function hourProblem(typed: string): string | null {
  const hour = Number(typed);
  if (typed.trim() === '' || Number.isNaN(hour)) return hourErrors.empty;
  if (hour < FIRST_HOUR) return hourErrors.tooLow;
  if (hour > LAST_HOUR) return hourErrors.tooHigh;
  return Number.isInteger(hour) ? null : hourErrors.fraction;
}

/** The fields that hold no hour. */
export function wrongHours(form: SettingsForm): HourField[] {
  return (['posting_hours_start', 'posting_hours_end'] as const).filter((field) => hourProblem(form[field]) !== null);
}

/** Changed fields of a form without wrong hours, as they are stored. */
export function toStored(changes: Partial<SettingsForm>): Partial<Settings> {
  const { posting_hours_start: start, posting_hours_end: end, ...others } = changes;
  return {
    ...others,
    ...(start !== undefined && { posting_hours_start: Number(start) }),
    ...(end !== undefined && { posting_hours_end: Number(end) }),
  };
}
