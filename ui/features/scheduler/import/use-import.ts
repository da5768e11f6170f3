import { useRef, useState } from 'react';
import { toast } from '@/components/toast.tsx';
import { useRefreshPosts } from '@/domain/posts/queries.ts';
import { askAgent } from '@/domain/workspace/operations.ts';
import { importMessages as words } from '@/features/scheduler/import/messages.ts';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import { newId } from '@/lib/new-id.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { importApi } from '../../../../shared/api/posts.ts';
import { decodeImportFile } from '../../../../shared/posts/import/decode.ts';
import type { DateOrder, ImportAnswer } from '../../../../shared/posts/import/import.ts';
import { IMPORT_MAX_BYTES } from '../../../../shared/posts/import/limits.ts';
import type { Platform } from '../../../../shared/posts/platforms.ts';

/** The user's choices for what the file does not contain; `accounts` is null for every connected one. */
export type ImportChoices = { platforms: Platform[]; accounts: string[] | null; dateOrder: DateOrder | null };

const NO_CHOICES: ImportChoices = { platforms: [], accounts: null, dateOrder: null };

type Chosen = { id: string; text: string; choices: ImportChoices };

/** The import of a file: choosing, checking, importing, and undoing. */
export function useImport(onDone: () => void) {
  const agent = useAgent();
  const supabase = useSupabase();
  const refresh = useRefreshPosts();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [answer, setAnswer] = useState<ImportAnswer | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [work, setWork] = useState<'checking' | 'importing' | null>(null);
  const newest = useRef(0);

  const ask = ({ id, text, choices }: Chosen, dryRun: boolean) =>
    askAgent(agent, importApi.importPosts, { body: { id, text, dryRun, ...choices } });

  /** Only the answer to the latest request counts. */
  async function check(next: Chosen) {
    const turn = ++newest.current;
    setChosen(next);
    setError(null);
    setWork('checking');
    try {
      const found = await ask(next, true);
      if (turn === newest.current) setAnswer(found);
    } catch (failure) {
      if (turn !== newest.current) return;
      setAnswer(null);
      setError(failureReason(failure));
    } finally {
      if (turn === newest.current) setWork(null);
    }
  }

  async function choose(file: File) {
    setAnswer(null);
    try {
      // Avoids reading a huge file just to reject it.
      const bytes = new Uint8Array(await file.slice(0, IMPORT_MAX_BYTES + 1).arrayBuffer());
      await check({ id: newId(), text: decodeImportFile(bytes), choices: NO_CHOICES });
    } catch (failure) {
      setChosen(null);
      setError(failureReason(failure));
    }
  }

  async function run() {
    if (!chosen || work) return;
    setWork('importing');
    try {
      const done = await ask(chosen, false);
      if (done.imported === 0) return setAnswer(done);
      toast.success(words.done(done.imported), {
        action: { label: words.undo, onClick: () => void undo(chosen.id) },
      });
      onDone();
    } catch (failure) {
      setError(failureReason(failure));
    } finally {
      setWork(null);
      refresh();
    }
  }

  async function undo(id: string) {
    try {
      const { data } = await supabase.rpc('undo_import', { import: id }).throwOnError();
      if (data.state === 'published') toast.error(words.published);
      else if (data.state === 'refused') toast.error(words.publishing);
      else if (data.posts.length === 0) toast.info(words.gone);
      else toast.success(words.undone);
    } catch (failure) {
      toast.error(failureReason(failure));
    } finally {
      refresh();
    }
  }

  function change(choices: ImportChoices) {
    if (!chosen) return;
    // Nothing can be checked without a chosen account.
    if (choices.accounts?.length === 0) setChosen({ ...chosen, choices });
    else void check({ ...chosen, choices });
  }

  return { choices: chosen?.choices ?? null, answer, error, work, choose, change, run };
}
