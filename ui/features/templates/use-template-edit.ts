import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '@/components/toast.tsx';
import { formOf, type TemplateForm, trimmed } from '@/features/templates/form.ts';
import { templatesToasts } from '@/features/templates/messages.ts';
import { readTemplate, TEMPLATES_KEY, updateTemplate } from '@/features/templates/template-store.ts';
import { useDraft } from '@/lib/draft.ts';
import { failureReason } from '@/lib/messages.ts';
import { changesOf, conflictsOf } from '@/lib/row-changes.ts';
import { useSupabase } from '@/lib/supabase.ts';
import type { ContentStyleTemplatesRow } from '../../../shared/workspace/database.ts';

/** The template being edited: as loaded, and as typed. */
type TemplateEdit = { id: string; base: TemplateForm; mine: TemplateForm };

/** Why a save failed: the row was deleted, or these fields were changed elsewhere to `theirs`. */
export type EditConflict = { kind: 'gone' } | { kind: 'changed'; theirs: Partial<TemplateForm> };

type Outcome =
  | { kind: 'saved' }
  | { kind: 'gone' }
  | { kind: 'changed'; latest: TemplateForm; theirs: Partial<TemplateForm> };

/**
 * The dialog's state; it is closed while `edit` is undefined. The input survives a lost session, a deletion elsewhere,
 * and (by an undo) closing. Only changed fields are saved; if another window changed the same ones, the first save
 * reports it and the second overwrites them.
 */
export function useTemplateEdit() {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const [edit, setEdit] = useDraft<TemplateEdit>('template-edit');
  const [trouble, setTrouble] = useState<EditConflict | null>(null);

  const saving = useMutation({
    mutationFn: async ({ id, base, mine }: TemplateEdit): Promise<Outcome> => {
      const row = await readTemplate(supabase, id);
      if (!row) return { kind: 'gone' };
      const latest = formOf(row);
      const fields = conflictsOf(base, trimmed(mine), latest);
      if (fields.length > 0) {
        return { kind: 'changed', latest, theirs: Object.fromEntries(fields.map((field) => [field, latest[field]])) };
      }
      const changes = changesOf(base, trimmed(mine));
      const isSaved = Object.keys(changes).length === 0 || (await updateTemplate(supabase, id, changes));
      return { kind: isSaved ? 'saved' : 'gone' };
    },
    onSuccess: (outcome, { id, base, mine }) => {
      void queryClient.invalidateQueries({ queryKey: TEMPLATES_KEY });
      if (outcome.kind === 'saved') {
        finish();
        toast(templatesToasts.updated);
      } else if (outcome.kind === 'gone') {
        setTrouble(outcome);
      } else {
        const { latest, theirs } = outcome;
        setEdit({ id, base: latest, mine: { ...latest, ...changesOf(base, mine) } });
        setTrouble({ kind: 'changed', theirs });
      }
    },
    onError: (error) => void toast(templatesToasts.failed(failureReason(error))),
  });

  function start(template: ContentStyleTemplatesRow) {
    setEdit({ id: template.id, base: formOf(template), mine: formOf(template) });
  }

  function finish() {
    setEdit(undefined);
    setTrouble(null);
  }

  function close() {
    finish();
    if (!edit || Object.keys(changesOf(edit.base, edit.mine)).length === 0) return;
    toast({ ...templatesToasts.discarded, action: { label: templatesToasts.undo, onClick: () => setEdit(edit) } });
  }

  return {
    form: edit?.mine,
    change: (mine: TemplateForm) => edit && setEdit({ ...edit, mine }),
    start,
    save: () => edit && saving.mutate(edit),
    isSaving: saving.isPending,
    finish,
    close,
    trouble,
  };
}
