import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import { Button } from '@/components/button.tsx';
import { DialogFooter } from '@/components/dialog.tsx';
import { AccountChoice } from '@/components/publishing/account-choice.tsx';
import { editorMessages } from '@/features/scheduler/editor/messages.ts';
import { Obstacle, type ObstacleState } from '@/features/scheduler/editor/obstacle.tsx';
import { type EditedContent, saveText } from '@/features/scheduler/editor/save-text.ts';
import { Versions } from '@/features/scheduler/editor/versions.tsx';
import { useDraft } from '@/lib/draft.ts';
import { asText, draftOf, hasSameWords, type StoredText, type TextDraft, toStore } from '@/lib/post-text.ts';
import { useSupabase } from '@/lib/supabase.ts';

type TextFormProps = { content: EditedContent; onClose: () => void; onReload: () => void };

/**
 * The texts of a piece of content and the accounts that it goes to, to be changed. What is not saved is kept for this tab and comes back with the
 * editor, after a lost session too; only "Discard changes" forgets it.
 */
export function TextForm({ content, onClose, onReload }: TextFormProps) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const [kept, keep] = useDraft<TextDraft>(`scheduler.text.${content.id}`);
  const [wasKept] = useState(kept !== undefined);
  const [obstacle, setObstacle] = useState<ObstacleState | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // The dialog opened before there was a field to focus.
  useEffect(() => form.current?.querySelector('textarea')?.focus(), []);
  const { platforms } = content;
  const draft = kept ?? draftOf(content, platforms);
  const [keptAccounts, keepAccounts] = useDraft<{ ids: string[] | null }>(`scheduler.accounts.${content.id}`);
  const accounts = keptAccounts ? keptAccounts.ids : content.account_ids;
  const hasNewAccounts = accounts?.join() !== content.account_ids?.join();
  const isPublished = content.status === 'published';
  const hasNewText =
    kept !== undefined && !hasSameWords(toStore(kept, platforms), toStore(draftOf(kept.base, platforms), platforms));
  const isChanged = hasNewText || hasNewAccounts;

  async function save(base: StoredText) {
    setBusy(true);
    setObstacle(null);
    try {
      const outcome = await saveText(supabase, content.id, base, {
        ...(hasNewText && toStore(draft, platforms)),
        ...(hasNewAccounts && { account_ids: accounts }),
      });
      if (outcome.state === 'gone') return setObstacle({ kind: 'gone' });
      if (outcome.state === 'changed') return setObstacle({ kind: 'changed', theirs: outcome.theirs });
      forget();
      toast.success(hasNewText ? editorMessages.saved : editorMessages.savedAccounts);
      onClose();
    } catch (error) {
      setObstacle({ kind: 'failed', words: editorMessages.failed(error instanceof Error ? error.message : '') });
    } finally {
      setBusy(false);
      void queryClient.invalidateQueries({ queryKey: ['generated_content'] });
      void queryClient.invalidateQueries({ queryKey: ['scheduled_posts'] });
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (accounts?.length === 0) return;
    void save(draft.base);
  }

  function forget() {
    keep(undefined);
    keepAccounts(undefined);
  }

  function leave() {
    forget();
    onClose();
  }

  function takeTheirs() {
    forget();
    onReload();
  }

  return (
    <form ref={form} onSubmit={submit} className="flex min-w-0 flex-col gap-5">
      {isPublished ? <p className="text-sm text-warning">{editorMessages.published}</p> : null}
      {wasKept && isChanged ? <p className="text-sm text-warning">{editorMessages.restored}</p> : null}
      <Versions draft={draft} platforms={platforms} onChange={keep} />
      {isPublished || platforms.length === 0 ? null : (
        <AccountChoice platforms={platforms} value={accounts} onChange={(ids) => keepAccounts({ ids })} />
      )}
      {obstacle ? (
        <Obstacle
          obstacle={obstacle}
          mine={asText(draft.main)}
          onKeepMine={(theirs) => void save(theirs)}
          onTakeTheirs={takeTheirs}
        />
      ) : null}
      <DialogFooter>
        <Button variant="outline" onClick={leave}>
          {isChanged ? editorMessages.discard : editorMessages.close}
        </Button>
        <Button type="submit" disabled={isBusy || !isChanged}>
          {isBusy ? editorMessages.saving : editorMessages.save}
        </Button>
      </DialogFooter>
    </form>
  );
}
