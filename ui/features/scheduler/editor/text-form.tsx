import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import { Button } from '@/components/button.tsx';
import { DialogFooter } from '@/components/dialog.tsx';
import { editorMessages } from '@/features/scheduler/editor/messages.ts';
import { Obstacle, type ObstacleState } from '@/features/scheduler/editor/obstacle.tsx';
import {
  asText,
  draftOf,
  hasSameWords,
  type StoredText,
  type TextDraft,
  toStore,
} from '@/features/scheduler/editor/post-text.ts';
import { type EditedContent, saveText } from '@/features/scheduler/editor/save-text.ts';
import { Versions } from '@/features/scheduler/editor/versions.tsx';
import { useDraft } from '@/lib/draft.ts';
import { useSupabase } from '@/lib/supabase.ts';

type TextFormProps = { content: EditedContent; onClose: () => void; onReload: () => void };

/**
 * The texts of a piece of content, to be changed. What is not saved is kept for this tab and comes back with the
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
  const isChanged =
    kept !== undefined && !hasSameWords(toStore(kept, platforms), toStore(draftOf(kept.base, platforms), platforms));

  async function save(base: StoredText) {
    setBusy(true);
    setObstacle(null);
    try {
      const outcome = await saveText(supabase, content.id, base, toStore(draft, platforms));
      if (outcome.state === 'gone') return setObstacle({ kind: 'gone' });
      if (outcome.state === 'changed') return setObstacle({ kind: 'changed', theirs: outcome.theirs });
      keep(undefined);
      toast.success(editorMessages.saved);
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
    void save(draft.base);
  }

  function leave() {
    keep(undefined);
    onClose();
  }

  function takeTheirs() {
    keep(undefined);
    onReload();
  }

  return (
    <form ref={form} onSubmit={submit} className="flex min-w-0 flex-col gap-5">
      {content.status === 'published' ? <p className="text-sm text-warning">{editorMessages.published}</p> : null}
      {wasKept && isChanged ? <p className="text-sm text-warning">{editorMessages.restored}</p> : null}
      <Versions draft={draft} platforms={platforms} onChange={keep} />
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
