import { type KeyboardEvent, useEffect, useRef } from 'react';
import { ErrorState } from '@/components/error-state.tsx';
import { ListEnd, LongList } from '@/components/long-list.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { AnswerRow, rowId } from '@/features/answers/list/answer-row.tsx';
import { EmptyList } from '@/features/answers/list/empty-list.tsx';
import type { ShownAnswers } from '@/features/answers/list/use-answers.ts';
import { answersMessages as words } from '@/features/answers/messages.ts';
import { useShown } from '@/features/answers/shown.ts';
import { focusItem } from '@/lib/keys.ts';

/** Answers per block of rows. */
const BLOCK_SIZE = 25;
const SKELETONS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** The answers that match the filters, page by page. */
export function AnswerList({ list }: { list: ShownAnswers }) {
  const { opened, searchTo } = useShown();
  useFocusBack(opened);
  if (!list.answers) {
    return list.query.isError ? <ErrorState title={words.loadFailed} query={list.query} /> : <ListLoading />;
  }
  if (list.answers.length === 0) return <EmptyList />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows go through the links in it, which Tab does as well.
    <div onKeyDown={goThrough} aria-busy={list.query.isPlaceholderData}>
      <LongList
        items={list.answers}
        blockSize={BLOCK_SIZE}
        render={(answer) => (
          <AnswerRow
            key={answer.id}
            answer={answer}
            search={searchTo(answer.id)}
            isOpened={answer.id === opened}
            replaces={opened !== null}
          />
        )}
      />
      {list.more ? (
        <div className="px-4 py-2">
          <ListEnd {...list.more} words={words} />
        </div>
      ) : null}
    </div>
  );
}

function goThrough(event: KeyboardEvent) {
  const step = { ArrowDown: 1, ArrowUp: -1 } as const;
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  focusItem(step[event.key]);
}

/** When a conversation with the focus is closed, focuses its row. */
function useFocusBack(opened: string | null) {
  const before = useRef(opened);
  useEffect(() => {
    const closed = opened === null ? before.current : null;
    before.current = opened;
    const hasFocus = document.activeElement !== document.body && document.activeElement?.isConnected;
    if (closed !== null && !hasFocus) document.getElementById(rowId(closed))?.focus();
  }, [opened]);
}

function ListLoading() {
  return (
    <div role="status" className="flex flex-col gap-5 px-5 py-4">
      <span className="sr-only">{words.loading}</span>
      {SKELETONS.map((key) => (
        <div key={key} className="flex gap-3">
          <Skeleton className="size-9 shrink-0 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-3.5 w-1/2" />
            <Skeleton className="h-9" />
          </div>
        </div>
      ))}
    </div>
  );
}
