import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { toast } from '@/components/toast.tsx';
import { approveSaved, permissionQuery } from '@/features/scripts/approval.tsx';
import type { Conflict } from '@/features/scripts/dialogs.tsx';
import { scriptsToasts } from '@/features/scripts/messages.ts';
import type { TitledExample } from '@/features/scripts/new-button.tsx';
import { createScript, deleteScript, saveScript, scriptsQuery } from '@/features/scripts/queries.ts';
import { isUnsaved, type ScriptEdit, type ScriptText, saveProblem, startEdit } from '@/features/scripts/script.ts';
import { useAgent } from '@/lib/agent.ts';
import { readDraft, writeDraft } from '@/lib/draft.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { NEW_SCRIPT } from '../../../shared/scripts/new-script.ts';
import type { PuppeteerScriptsRow } from '../../../shared/workspace/database.ts';

/**
 * The selected script and edit mode, by the rules of §4: edit mode starts with the pencil, with typing and with a new
 * script, and ends with a save and with another selection. Unsaved text is discarded only after a confirmation. `rows`
 * is undefined while loading; then the first one is selected.
 */
export function useWorkspace(rows: PuppeteerScriptsRow[] | undefined) {
  const { edit, setEdit, latest } = useScriptEdit();
  /** undefined: nothing was selected yet; null: the selected script was deleted. */
  const [selectedId, setSelectedId] = useState<string | null | undefined>(edit?.base.id);
  const [focusName, setFocusName] = useState(false);
  const [held, setHeld] = useState<{ leave: () => void }>();
  const [conflict, setConflict] = useState<Conflict>();
  const actions = useScriptActions();

  if (selectedId === undefined && rows?.[0]) setSelectedId(rows[0].id);
  const selected = rows?.find(({ id }) => id === selectedId) ?? edit?.base;
  const unsaved = edit !== undefined && isUnsaved(edit);

  const hold = (leave: () => void) => setHeld({ leave });
  const guardUnsaved = (action: () => void) => (unsaved ? hold(action) : action());

  function select(id: string | null) {
    setEdit(undefined);
    setSelectedId(id);
  }

  async function create(text: ScriptText, origin?: TextOrigin) {
    const editedBefore = latest.current;
    const row = await actions.create.mutateAsync({ text, ...(origin && { origin }) }).catch(() => undefined);
    // Stays with another script if the user has typed there since.
    if (!row || latest.current !== editedBefore) return;
    select(row.id);
    setFocusName(true);
    setEdit(startEdit(row));
  }

  /** Returns whether the text was saved. Text typed during the save stays in edit mode. */
  async function save({ name, code, base }: ScriptEdit): Promise<boolean> {
    const problem = saveProblem({ name, code });
    if (problem) {
      toast(scriptsToasts.saveFailed(problem));
      return false;
    }
    const outcome = await actions.save.mutateAsync({ base, text: { name, code } }).catch(() => undefined);
    if (outcome?.kind !== 'saved') {
      setConflict(outcome);
      return false;
    }
    const now = latest.current;
    if (now?.base.id === base.id) {
      const typedOn = now.name !== name || now.code !== code;
      setEdit(typedOn ? { ...now, base: outcome.row } : undefined);
    }
    return true;
  }

  return {
    edit,
    selected,
    unsaved,
    focusName,
    creating: actions.create.isPending,
    saving: actions.save.isPending,
    deleting: actions.remove.isPending,
    held,
    hold,
    conflict,
    select: (id: string) => id === selected?.id || guardUnsaved(() => select(id)),
    create: () => guardUnsaved(() => void create(NEW_SCRIPT)),
    createFrom: ({ title, code }: TitledExample) => guardUnsaved(() => void create({ name: title, code }, 'package')),
    save: () => edit && !actions.save.isPending && void save(edit),
    rename() {
      setFocusName(true);
      if (selected) setEdit(startEdit(selected));
    },
    changeName: (name: string) => edit && setEdit({ ...edit, name }),
    /** Restores the name; without other changes, edit mode ends. */
    cancelName() {
      const next = edit && { ...edit, name: edit.base.name };
      setEdit(next && isUnsaved(next) ? next : undefined);
    },
    changeCode(code: string) {
      setFocusName(false);
      if (selected) setEdit({ ...(latest.current ?? startEdit(selected)), code });
    },
    /** Returns whether the script was deleted; a selected one is deselected. */
    async remove(id: string): Promise<boolean> {
      const done = await actions.remove.mutateAsync(id).then(
        () => true,
        () => false,
      );
      if (done && id === selectedId) select(null);
      return done;
    },
    stay: () => setHeld(undefined),
    discardAndLeave() {
      setEdit(undefined);
      setHeld(undefined);
      held?.leave();
    },
    async saveAndLeave() {
      const saved = edit ? await save(edit) : true;
      setHeld(undefined);
      if (saved) held?.leave();
    },
    leaveConflict: () => setConflict(undefined),
    overwrite(theirs: PuppeteerScriptsRow) {
      setConflict(undefined);
      if (edit) void save({ ...edit, base: theirs });
    },
    giveUpMine() {
      setConflict(undefined);
      setEdit(undefined);
    },
    saveAsNew() {
      setConflict(undefined);
      if (edit) void create({ name: edit.name, code: edit.code }, { before: edit.base.code });
    },
  };
}

const DRAFT = 'script';
/** Delay before unsaved text is stored for this tab, in milliseconds: writing a long script is slow. */
const DRAFT_DELAY_MS = 300;

/**
 * The one script in edit mode, or undefined; `latest` is its current value in async functions. Unsaved text survives a
 * lost session and a reload in this tab; edit mode without changes does not.
 */
function useScriptEdit() {
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

type Rows = PuppeteerScriptsRow[];

/** Where a new text comes from: this package, or this member's edit of another text. */
type TextOrigin = 'package' | { before: string };

/**
 * Creates, saves and deletes scripts, reports each outcome (§8) and updates the list. The promises reject on failure.
 */
function useScriptActions() {
  const supabase = useSupabase();
  const agent = useAgent();
  const queryClient = useQueryClient();
  const { queryKey } = scriptsQuery(supabase);

  /** Updates the list at once; a pending fetch would restore the old one. */
  async function change(update: (rows: Rows) => Rows) {
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData<Rows>(queryKey, (rows) => rows && update(rows));
    void queryClient.invalidateQueries({ queryKey });
  }

  /** Approves a text of the package, or this member's edit of another text, if they may run scripts. */
  async function approve(script: string, origin: TextOrigin) {
    if (queryClient.getQueryData(permissionQuery(agent).queryKey)?.mayRun === false) return;
    await approveSaved(agent, { script, ...(origin !== 'package' && origin) });
  }

  const create = useMutation({
    mutationFn: async ({ text, origin }: { text: ScriptText; origin?: TextOrigin }) => {
      const row = await createScript(supabase, text);
      if (origin) await approve(row.code, origin);
      return row;
    },
    onSuccess: async (row) => {
      await change((rows) => [row, ...rows]);
      toast(scriptsToasts.created);
    },
    onError: (error) => toast(scriptsToasts.createFailed(error.message)),
  });

  const save = useMutation({
    mutationFn: async ({ base, text }: { base: PuppeteerScriptsRow; text: ScriptText }) => {
      const outcome = await saveScript(supabase, base, text);
      if (outcome.kind === 'saved' && text.code !== base.code) await approve(text.code, { before: base.code });
      return outcome;
    },
    onSuccess: async (outcome) => {
      if (outcome.kind !== 'saved') return void queryClient.invalidateQueries({ queryKey });
      await change((rows) => rows.map((row) => (row.id === outcome.row.id ? outcome.row : row)));
      toast(scriptsToasts.saved);
    },
    onError: (error) => toast(scriptsToasts.saveFailed(error.message)),
  });

  const remove = useMutation({
    mutationFn: (id: string) => deleteScript(supabase, id),
    onSuccess: async (_, id) => {
      await change((rows) => rows.filter((row) => row.id !== id));
      toast(scriptsToasts.deleted);
    },
    onError: (error) => toast(scriptsToasts.deleteFailed(error.message)),
  });

  return { create, save, remove };
}
