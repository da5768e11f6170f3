import { Bookmark, CalendarClock, CalendarX, Trash2, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Confirmation } from '@/components/question.tsx';
import { selectionMessages as words } from '@/features/scheduler/selection/messages.ts';
import { useSelection } from '@/features/scheduler/selection/selection.tsx';
import { type Move, useSelectionActions } from '@/features/scheduler/selection/use-selection-actions.ts';
import { lazyPart } from '@/lib/lazy-part.ts';

const MoveDialog = lazyPart('MoveDialog', () => import('@/features/scheduler/selection/move-dialog.tsx'));

/** The actions for selected posts, and what each applies to; sticky above the list, clear of the notifications. */
export function SelectionBar() {
  const selection = useSelection();
  const actions = useSelectionActions();
  const [asked, setAsked] = useState<'move' | 'cancel' | 'delete' | null>(null);
  if (!selection?.isSelecting) return null;
  const { picked, clear } = selection;
  const posts = [...picked.values()];
  const waiting = posts.flatMap(({ status, place }) => (status === 'scheduled' && place ? [place] : []));
  const leftOut = posts.flatMap(({ status }) => (status === 'scheduled' ? [] : [status]));
  const free = [...new Set(posts.flatMap(({ contentId, isPublishing }) => (isPublishing ? [] : [contentId])))];
  const publishing = posts.filter(({ isPublishing }) => isPublishing).map(() => 'publishing');
  const isNone = posts.length === 0;

  async function after(work: Promise<boolean>) {
    if (await work) clear();
    setAsked(null);
  }

  return (
    <section
      aria-label={words.bar}
      className="sticky top-17 z-30 md:top-3 flex flex-wrap items-center gap-2 rounded-xl border bg-popover p-3 shadow-float"
    >
      <div role="status" className="mr-auto px-1 text-sm tabular-nums">
        <p className={isNone ? 'text-muted-foreground' : 'font-medium'}>
          {isNone ? words.hint : words.count(posts.length)}
        </p>
        {leftOut.length > 0 ? (
          <p className="text-[0.8125rem] text-muted-foreground">{words.appliesTo(waiting.length)}</p>
        ) : null}
      </div>
      <Button variant="ghost" size="sm" onClick={selection.addShown}>
        {words.all}
      </Button>
      <Button variant="outline" size="sm" disabled={waiting.length === 0} onClick={() => setAsked('move')}>
        <CalendarClock aria-hidden="true" />
        {words.move}
      </Button>
      <Button
        variant="outline"
        size="sm"
        disabled={isNone}
        onClick={() => void after(actions.save([...new Set(posts.map(({ contentId }) => contentId))]))}
      >
        <Bookmark aria-hidden="true" />
        {words.save}
      </Button>
      <Button variant="outline" size="sm" disabled={waiting.length === 0} onClick={() => setAsked('cancel')}>
        <CalendarX aria-hidden="true" />
        {words.cancel}
      </Button>
      <Button variant="outline" size="sm" disabled={free.length === 0} onClick={() => setAsked('delete')}>
        <Trash2 aria-hidden="true" />
        {words.delete}
      </Button>
      <Button variant="ghost" size="sm" disabled={isNone} onClick={clear}>
        <X aria-hidden="true" />
        {words.clear}
      </Button>
      {asked === 'move' ? (
        <Suspense>
          <MoveDialog
            posts={waiting}
            leftOut={leftOut}
            onMove={(moves: Move[]) => after(actions.move(moves))}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      ) : null}
      {asked === 'cancel' ? (
        <Confirm
          title={words.cancelTitle(waiting.length)}
          text={words.cancelText}
          leftOut={leftOut}
          keep={words.keepScheduled}
          confirm={words.confirmCancel}
          onConfirm={() => after(actions.cancel(waiting))}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked === 'delete' ? (
        <Confirm
          title={words.deleteTitle(free.length)}
          text={words.deleteText}
          leftOut={publishing}
          keep={words.keepPosts}
          confirm={words.confirmDelete}
          onConfirm={() => after(actions.remove(free))}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </section>
  );
}

type ConfirmProps = {
  title: string;
  text: string;
  /** The statuses of posts that cannot be changed. */
  leftOut: readonly string[];
  keep: string;
  confirm: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
};

function Confirm({ title, text, leftOut, keep, confirm, onConfirm, onClose }: ConfirmProps) {
  const [isBusy, setBusy] = useState(false);
  return (
    <Confirmation
      title={title}
      description={text}
      onClose={onClose}
      keep={keep}
      confirm={isBusy ? words.busy : confirm}
      isBusy={isBusy}
      onConfirm={() => {
        setBusy(true);
        void onConfirm();
      }}
    >
      {leftOut.length > 0 ? <p className="text-sm font-medium text-warning">{words.leftOut(leftOut)}</p> : null}
    </Confirmation>
  );
}
