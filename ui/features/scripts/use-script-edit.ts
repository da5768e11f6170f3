import { useCallback, useEffect, useRef, useState } from 'react';
import { isUnsaved, type ScriptEdit } from '@/features/scripts/script.ts';
import { readDraft, writeDraft } from '@/lib/draft.ts';

const DRAFT = 'script';
/** How long after the last key the text is kept for this tab, in milliseconds: a long script takes a while to write. */
const DRAFT_DELAY_MS = 300;

/**
 * The one script in edit mode, or undefined; `latest` is it also within a function that has waited meanwhile. Unsaved text outlives a lost session
 * and a reload in this tab; edit mode in which nothing was changed does not.
 */
export function useScriptEdit() {
  const [edit, show] = useState(() => readDraft<ScriptEdit>(DRAFT));
  const latest = useRef(edit);

  const setEdit = useCallback((next: ScriptEdit | undefined) => {
    latest.current = next;
    show(next);
  }, []);

  const keep = useCallback(() => {
    const now = latest.current;
    writeDraft(DRAFT, now && isUnsaved(now) ? now : undefined);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change starts the delay anew.
  useEffect(() => {
    const timer = setTimeout(keep, DRAFT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [edit, keep]);

  useEffect(() => {
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [keep]);

  return { edit, setEdit, latest };
}
