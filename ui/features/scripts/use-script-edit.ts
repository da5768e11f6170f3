import { useRef, useState } from 'react';
import { isUnsaved, type ScriptEdit } from '@/features/scripts/script.ts';
import { useDraft } from '@/lib/draft.ts';

/**
 * The one script in edit mode, or undefined; `latest` is it also within a function that has waited meanwhile. Unsaved text outlives a lost session
 * and a reload in this tab; edit mode in which nothing was changed does not.
 */
export function useScriptEdit() {
  const [draft, setDraft] = useDraft<ScriptEdit>('script');
  const [untouched, setUntouched] = useState<ScriptEdit>();
  const edit = draft ?? untouched;
  const latest = useRef(edit);

  function setEdit(next: ScriptEdit | undefined) {
    const unsaved = next !== undefined && isUnsaved(next);
    latest.current = next;
    setDraft(unsaved ? next : undefined);
    setUntouched(unsaved ? undefined : next);
  }

  return { edit, setEdit, latest };
}
