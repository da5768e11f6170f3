import { Bookmark, CalendarClock, CalendarX, Trash2, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Question } from '@/components/question.tsx';
import type { ScheduledPost } from '@/features/scheduler/queries.ts';
import { selectionMessages as words } from '@/features/scheduler/selection/messages.ts';
import { useSelection } from '@/features/scheduler/selection/selection.tsx';
import { type Move, useSelectionActions } from '@/features/scheduler/selection/use-selection-actions.ts';

const MoveDialog = lazy(async () => ({
  default: (await import('@/features/scheduler/selection/move-dialog.tsx')).MoveDialog,
}));

/** The actions for selected posts; sticky above the lists, clear of the notifications. */
export function SelectionBar() {
  const selection = useSelection();
  const actions = useSelectionActions();
  const [asked, setAsked] = useState<'move' | 'cancel' | 'delete' | null>(null);
  if (!selection?.isSelecting) return null;
  const { posts, contents, clear } = selection;
  const places = [...posts.rows.values()];
  const waiting = places.filter(({ status }) => status === 'scheduled');
  const fixed = places.filter(({ status }) => status !== 'scheduled');
  const { free, busy } = removable(places, [...contents.rows.values()]);
  const total = places.length + contents.rows.size;

  async function after(work: Promise<boolean>) {
    if (await work) clear();
    setAsked(null);
  }

  function selectAll() {
    posts.add(posts.shown());
    contents.add(contents.shown());
  }

  return (
    <section
      aria-label={words.bar}
      className="sticky top-17 z-30 md:top-3 flex flex-wrap items-center gap-2 rounded-xl border bg-popover p-3 shadow-float"
    >
      <p role="status" className="mr-auto px-1 text-sm font-medium tabular-nums">
        {total === 0 ? <span className="font-normal text-muted-foreground">{words.hint}</span> : words.count(total)}
      </p>
      <Button variant="ghost" size="sm" onClick={selectAll}>
        {words.all}
      </Button>
      <Button variant="outline" size="sm" disabled={waiting.length === 0} onClick={() => setAsked('move')}>
        <CalendarClock aria-hidden="true" />
        {words.move}
      </Button>
      <Button
        variant="outline"
        size="sm"
        disabled={total === 0}
        onClick={() => void after(actions.save([...free, ...busy.keys()]))}
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
      <Button variant="ghost" size="sm" disabled={total === 0} onClick={clear}>
        <X aria-hidden="true" />
        {words.clear}
      </Button>
      {asked === 'move' ? (
        <Suspense>
          <MoveDialog
            posts={waiting}
            leftOut={fixed.map(({ status }) => status)}
            onMove={(moves: Move[]) => after(actions.move(moves))}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      ) : null}
      {asked === 'cancel' ? (
        <Confirm
          title={words.cancelTitle(waiting.length)}
          text={words.cancelText}
          leftOut={fixed.map(({ status }) => status)}
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
          leftOut={[...busy.values()]}
          keep={words.keepPosts}
          confirm={words.confirmDelete}
          onConfirm={() => after(actions.remove(free))}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </section>
  );
}

/** Splits the selected content into what can be deleted, and what is being published. */
function removable(
  places: readonly ScheduledPost[],
  contents: readonly { id: string; scheduled_posts: { status: string }[] }[],
): { free: string[]; busy: Map<string, string> } {
  const busy = new Map<string, string>();
  for (const { content_id, status } of places) if (status === 'publishing') busy.set(content_id, status);
  for (const { id, scheduled_posts } of contents)
    if (scheduled_posts.some(({ status }) => status === 'publishing')) busy.set(id, 'publishing');
  const ids = new Set([...places.map(({ content_id }) => content_id), ...contents.map(({ id }) => id)]);
  return { free: [...ids].filter((id) => !busy.has(id)), busy };
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
    <Question
      title={title}
      description={text}
      onClose={onClose}
      answers={
        <>
          <Button variant="outline" onClick={onClose}>
            {keep}
          </Button>
          <Button
            variant="destructive"
            disabled={isBusy}
            onClick={() => {
              setBusy(true);
              void onConfirm();
            }}
          >
            {isBusy ? words.busy : confirm}
          </Button>
        </>
      }
    >
      {leftOut.length > 0 ? <p className="text-sm font-medium text-warning">{words.leftOut(leftOut)}</p> : null}
    </Question>
  );
}
