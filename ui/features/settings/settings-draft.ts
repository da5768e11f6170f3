import type { SettingsForm } from '@/features/settings/form.ts';
import { changesOf } from '@/lib/row-changes.ts';

/**
 * The settings that were changed here and are not saved: as they were stored at that moment, and as they were entered.
 */
export type SettingsDraft = { base: Partial<SettingsForm>; mine: Partial<SettingsForm> };

/**
 * The draft after these fields were entered; a field that is as it was stored leaves it, and without fields there is
 * none.
 */
export function withChanges(
  draft: SettingsDraft | undefined,
  stored: SettingsForm,
  fields: Partial<SettingsForm>,
): SettingsDraft | undefined {
  const mine = changesOf<Partial<SettingsForm>>({ ...stored, ...draft?.base }, { ...draft?.mine, ...fields });
  const changed = Object.keys(mine) as (keyof SettingsForm)[];
  if (changed.length === 0) return undefined;
  return { base: Object.fromEntries(changed.map((field) => [field, draft?.base[field] ?? stored[field]])), mine };
}
