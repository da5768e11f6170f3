import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import { type TemplateForm, trimmed } from '@/features/templates/form.ts';
import { templatesToasts } from '@/features/templates/messages.ts';
import {
  deleteTemplate,
  insertTemplate,
  TEMPLATES_KEY,
  templatesQuery,
  updateTemplate,
} from '@/features/templates/template-store.ts';
import { failureReason } from '@/lib/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';
import type { ContentStyleTemplatesRow } from '../../../shared/workspace/database.ts';

const TOGGLE_KEY = ['toggle-template'];

function toastFailure(error: Error) {
  toast(templatesToasts.failed(failureReason(error)));
}

/** The cached list: to update it at once, and to refetch it. */
function useTemplateList() {
  const queryClient = useQueryClient();
  const { queryKey } = templatesQuery(useSupabase());
  return {
    change: (edit: (templates: ContentStyleTemplatesRow[]) => ContentStyleTemplatesRow[]) =>
      queryClient.setQueryData(queryKey, (templates) => templates && edit(templates)),
    stopReading: () => queryClient.cancelQueries({ queryKey: TEMPLATES_KEY }),
    readAgain: () => queryClient.invalidateQueries({ queryKey: TEMPLATES_KEY }),
    isToggling: () => queryClient.isMutating({ mutationKey: TOGGLE_KEY }) > 1,
  };
}

/** Creates an active template, with the notification of §8; calls `onCreated` even if the screen was left. */
export function useCreateTemplate(onCreated: () => void) {
  const supabase = useSupabase();
  const list = useTemplateList();
  return useMutation({
    mutationFn: (form: TemplateForm) => insertTemplate(supabase, { ...trimmed(form), is_active: true }),
    onSuccess: async () => {
      onCreated();
      toast(templatesToasts.created);
      await list.readAgain();
    },
    onError: toastFailure,
  });
}

/** "Active" (§4): updated at once, then saved; reverted on failure. Repeated presses are serialised. */
export function useToggleTemplate({ id, name }: ContentStyleTemplatesRow) {
  const supabase = useSupabase();
  const list = useTemplateList();
  const show = (is_active: boolean) =>
    list.change((templates) => templates.map((row) => (row.id === id ? { ...row, is_active } : row)));
  return useMutation({
    mutationKey: TOGGLE_KEY,
    scope: { id },
    mutationFn: (is_active: boolean) => updateTemplate(supabase, id, { is_active }),
    onMutate: async (is_active) => {
      await list.stopReading();
      show(is_active);
    },
    onSuccess: (found) => void toast(found ? templatesToasts.updated : templatesToasts.gone(name)),
    onError: (error, is_active) => {
      show(!is_active);
      toastFailure(error);
    },
    onSettled: () => (list.isToggling() ? undefined : list.readAgain()),
  });
}

/**
 * Deletes without a confirmation (§2); the notification offers to restore the row. Calls `onDeleted` before its card is
 * removed.
 */
export function useDeleteTemplate({ id, name }: ContentStyleTemplatesRow, onDeleted: () => void) {
  const supabase = useSupabase();
  const list = useTemplateList();
  const restore = useRestoreTemplate();
  return useMutation({
    mutationFn: () => deleteTemplate(supabase, id),
    onSuccess: async (deleted) => {
      onDeleted();
      list.change((templates) => templates.filter((row) => row.id !== id));
      const undo = deleted && { label: templatesToasts.undo, onClick: () => restore(deleted) };
      toast(undo ? { ...templatesToasts.deleted(name), action: undo } : templatesToasts.gone(name));
      await list.readAgain();
    },
    onError: toastFailure,
  });
}

/** Works after its card was removed, and offers a retry on failure, so that the row is not lost. */
function useRestoreTemplate() {
  const supabase = useSupabase();
  const list = useTemplateList();
  return async function restore(row: ContentStyleTemplatesRow) {
    try {
      await insertTemplate(supabase, row);
      toast(templatesToasts.restored);
    } catch (error) {
      const again = { label: templatesToasts.tryAgain, onClick: () => void restore(row) };
      toast({ ...templatesToasts.failed(failureReason(error)), action: again });
    }
    await list.readAgain();
  };
}
