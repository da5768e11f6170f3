import { limitProblems } from '@/features/settings/limits.ts';
import { linkTagsText, sitesProblem, storedLinkTags } from '@/features/settings/link-tags/link-tags.ts';
import { hourErrors } from '@/features/settings/messages.ts';
import { colorOf, colorProblem, handleOf, handleProblem } from '@/features/settings/pictures/brand.ts';
import { graceMinutes, graceProblem, graceText } from '@/features/settings/publishing/grace.ts';
import { WARMUP_LIMIT_BOUNDS, type WarmupLimits } from '../../../shared/accounts/warmup-limits.ts';
import type { Brand } from '../../../shared/pictures/brand.ts';
import type { LinkTags } from '../../../shared/posts/link-tags.ts';
import type { AppSettingsRow } from '../../../shared/workspace/database.ts';
import { FIRST_HOUR, LAST_HOUR, type Settings } from '../../../shared/workspace/settings.ts';

type HourField = 'posting_hours_start' | 'posting_hours_end';
export type LimitField = keyof WarmupLimits;
type NumberField = HourField | LimitField | 'evergreen_rest_months';
type BrandField = keyof Brand;
type MoreSwitches =
  | 'warmup_ramp_up'
  | 'desktop_notifications'
  | 'publishing_paused'
  | 'collect_figures'
  | 'read_own_pages';
type OtherField =
  | 'late_posts'
  | 'late_grace_minutes'
  | 'link_tags'
  | 'learning'
  | 'voice_examples'
  | 'evergreen_rest_months';

/** The columns of app_settings on this screen. */
type StoredSettings = Settings & WarmupLimits & Brand & Pick<AppSettingsRow, MoreSwitches | OtherField>;

type TypedField = NumberField | BrandField | 'late_grace_minutes' | 'link_tags';

/** The settings as entered: numbers, the brand, the grace period and the link tags are text and may be invalid. */
export type SettingsForm = Omit<StoredSettings, TypedField> & Record<TypedField, string>;

const HOUR_FIELDS: readonly HourField[] = ['posting_hours_start', 'posting_hours_end'];
const LIMIT_FIELDS = Object.keys(WARMUP_LIMIT_BOUNDS) as LimitField[];
const NUMBER_FIELDS: readonly NumberField[] = [...HOUR_FIELDS, ...LIMIT_FIELDS, 'evergreen_rest_months'];

/** The form's values of a row. */
export function formOf(row: StoredSettings): SettingsForm {
  const numbers = Object.fromEntries(NUMBER_FIELDS.map((field) => [field, String(row[field])]));
  return {
    timezone: row.timezone,
    warmup_enabled: row.warmup_enabled,
    auto_delete_enabled: row.auto_delete_enabled,
    rotation_enabled: row.rotation_enabled,
    auto_generate_daily: row.auto_generate_daily,
    warmup_ramp_up: row.warmup_ramp_up,
    desktop_notifications: row.desktop_notifications,
    publishing_paused: row.publishing_paused,
    collect_figures: row.collect_figures,
    read_own_pages: row.read_own_pages,
    late_posts: row.late_posts,
    learning: row.learning,
    voice_examples: row.voice_examples,
    late_grace_minutes: graceText(row.late_grace_minutes),
    link_tags: linkTagsText(row.link_tags),
    brand_color: row.brand_color ?? '',
    brand_handle: row.brand_handle ?? '',
    ...(numbers as Record<NumberField, string>),
  };
}

/** What is wrong with a typed hour, or null: it must be a whole number from 0 to 23 (§5). */
export function hourProblem(typed: string): string | null {
  const hour = Number(typed);
  if (typed.trim() === '' || Number.isNaN(hour)) return hourErrors.empty;
  if (hour < FIRST_HOUR) return hourErrors.tooLow;
  if (hour > LAST_HOUR) return hourErrors.tooHigh;
  return Number.isInteger(hour) ? null : hourErrors.fraction;
}

export function isSavable(form: SettingsForm): boolean {
  const hoursAreGood = HOUR_FIELDS.every((field) => hourProblem(form[field]) === null);
  const brandIsGood = colorProblem(form.brand_color) === null && handleProblem(form.brand_handle) === null;
  const graceIsGood = graceProblem(form.late_grace_minutes) === null;
  const sitesAreGood = sitesProblem(form.link_tags) === null;
  return hoursAreGood && brandIsGood && graceIsGood && sitesAreGood && Object.keys(limitProblems(form)).length === 0;
}

/** Converts changed, valid fields to their stored form. */
export function toStored(changes: Partial<SettingsForm>): Partial<StoredSettings> {
  return Object.fromEntries(Object.entries(changes).map(([field, value]) => [field, storedValue(field, value)]));
}

function storedValue(field: string, value: string | boolean): string | number | boolean | LinkTags | null {
  if (NUMBER_FIELDS.includes(field as NumberField)) return Number(value);
  if (field === 'late_grace_minutes') return graceMinutes(String(value));
  if (field === 'link_tags') return storedLinkTags(String(value));
  if (field === 'brand_color') return colorOf(String(value));
  if (field === 'brand_handle') return handleOf(String(value));
  return value;
}
