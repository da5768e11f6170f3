import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import { changeSettings, loadSettings, settingsQuery } from '@/domain/workspace/settings.ts';
import { formOf, type SettingsForm, toStored } from '@/features/settings/form.ts';
import { settingsToasts } from '@/features/settings/messages.ts';
import { draftOfSection, type SettingsSection } from '@/features/settings/sections.ts';
import { useDraft } from '@/lib/draft.ts';
import { failureReason } from '@/lib/messages.ts';
import { changesOf, conflictsOf } from '@/lib/row-changes.ts';
import { useSupabase } from '@/lib/supabase.ts';
import type { AppSettingsRow } from '../../../shared/workspace/database.ts';

/**
 * The input of a section merged over the stored row. Untouched fields follow the stored row, and only touched ones are
 * saved, so that two windows do not overwrite each other. If both changed the same field, the first save reports it and
 * the second overwrites it.
 */
export function useSettingsForm(row: AppSettingsRow, section: SettingsSection) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const { queryKey } = settingsQuery(supabase);
  const [draft, setDraft] = useDraft<SettingsDraft>(draftOfSection(section));

  const stored = formOf(row);
  const form: SettingsForm = { ...stored, ...draft?.mine };
  const changes = changesOf(stored, form);

  const saving = useMutation({
    mutationFn: async () => {
      const latest = await loadSettings(supabase);
      const unseen = conflictsOf(stored, form, formOf(latest));
      if (unseen.length > 0) return { saved: false, latest };
      const fields = toStored(changes);
      if (Object.keys(fields).length === 0) return { saved: true, latest };
      return { saved: true, latest: await changeSettings(supabase, latest.id, fields) };
    },
    onSuccess: ({ saved, latest }) => {
      queryClient.setQueryData(queryKey, latest);
      if (!saved) return void toast.warning(settingsToasts.changedElsewhere);
      setDraft(undefined);
      toast.success(settingsToasts.saved);
    },
    onError: (error) => void toast.error(settingsToasts.saveFailed, { description: failureReason(error) }),
  });

  function discard() {
    setDraft(undefined);
    const undo = { label: settingsToasts.undo, onClick: () => setDraft(draft) };
    toast.info(settingsToasts.discarded, { action: undo });
  }

  return {
    form,
    stored,
    change: (fields: Partial<SettingsForm>) => setDraft(withChanges(draft, stored, fields)),
    isChanged: Object.keys(changes).length > 0,
    /** Fields that another window changed since they were edited here. */
    conflicts: conflictsOf({ ...stored, ...draft?.base }, form, stored),
    save: () => saving.mutate(),
    isSaving: saving.isPending,
    discard,
  };
}

/** Unsaved settings: their stored values at that moment, and their input. */
type SettingsDraft = { base: Partial<SettingsForm>; mine: Partial<SettingsForm> };

/** The draft after a change; a field equal to its stored value is dropped, and an empty draft is undefined. */
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
