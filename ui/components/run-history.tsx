import type { UseQueryResult } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { cn } from '@/lib/class-names.ts';

const RUNS_AT_FIRST = 6;
/** Aligns content with a card's heading. */
const CARD_INSET = 'px-5 pb-5 sm:px-6';

type RunHistoryProps<Run> = {
  runs: Pick<UseQueryResult<Run[]>, 'data' | 'error' | 'refetch'>;
  words: { loading: string; loadFailed: string; empty: string; showAll: (count: number) => string };
  /** In a card the list spans the full width; elsewhere it has a border. */
  isInCard?: boolean;
  /** Renders a run as a list item; at most one is open. */
  children: (run: Run, isOpen: boolean, onToggle: () => void) => ReactNode;
};

/** Past runs, newest first: a few at first, all on request. */
export function RunHistory<Run extends { id: string }>({ runs, words, isInCard, children }: RunHistoryProps<Run>) {
  const [openId, setOpenId] = useState<string>();
  const [showsAll, setShowsAll] = useState(false);
  if (!runs.data) return <NoRuns runs={runs} words={words} isInCard={isInCard} />;
  const { length } = runs.data;
  if (length === 0) return <p className={cn('text-sm text-muted-foreground', isInCard && CARD_INSET)}>{words.empty}</p>;
  const shown = showsAll ? runs.data : runs.data.slice(0, RUNS_AT_FIRST);
  return (
    <>
      <ul className={cn('divide-y', isInCard ? 'border-t' : 'overflow-hidden rounded-lg border')}>
        {shown.map((run) => {
          const isOpen = run.id === openId;
          return children(run, isOpen, () => setOpenId(isOpen ? undefined : run.id));
        })}
      </ul>
      {shown.length < length ? (
        <div className={cn(isInCard && 'border-t px-3 py-2 sm:px-4')}>
          <Button variant="ghost" size="sm" onClick={() => setShowsAll(true)}>
            {words.showAll(length)}
          </Button>
        </div>
      ) : null}
    </>
  );
}

type RunRowProps = {
  isOpen: boolean;
  onToggle: () => void;
  /** An icon for the result, which is also in the text. */
  icon: ReactNode;
  /** The start as an ISO string, and formatted. */
  startedAt: string;
  when: string;
  /** The result and the duration. */
  end: ReactNode;
  summary: ReactNode;
  isInCard?: boolean;
  /** Shown when expanded. */
  children: ReactNode;
};

/** A run of a history: a line with its result, which expands to its details. */
export function RunRow({ isOpen, onToggle, icon, startedAt, when, end, summary, isInCard, children }: RunRowProps) {
  const detailsId = useId();
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailsId : undefined}
        onClick={onToggle}
        className={cn(
          'flex min-h-11 w-full gap-3 px-4 py-2.5 text-left text-sm transition-colors duration-150 hover:bg-accent focus-visible:-outline-offset-2',
          isInCard ? 'items-center px-5 sm:px-6' : 'items-start [&>svg]:mt-0.5',
        )}
      >
        {icon}
        <span className="flex min-w-0 flex-1 flex-col gap-x-4 @lg:flex-row @lg:items-baseline">
          <span className="flex shrink-0 flex-wrap gap-x-3 tabular-nums">
            <time dateTime={startedAt}>{when}</time>
            <span className="whitespace-nowrap text-muted-foreground">{end}</span>
          </span>
          {summary}
        </span>
        <ChevronRight
          aria-hidden="true"
          className={cn(
            'size-4 shrink-0 text-muted-foreground transition-transform duration-150',
            isOpen && 'rotate-90',
          )}
        />
      </button>
      {isOpen ? (
        <div id={detailsId} className={cn('flex flex-col gap-4 px-4 pt-1 pb-4', isInCard && 'px-5 pb-5 sm:px-6')}>
          {children}
        </div>
      ) : null}
    </li>
  );
}

function NoRuns<Run>({ runs, words, isInCard }: Omit<RunHistoryProps<Run>, 'children'>) {
  if (runs.error) {
    return (
      <ErrorState title={words.loadFailed} query={runs} className={isInCard ? 'py-6' : 'rounded-lg border py-8'} />
    );
  }
  return (
    <div role="status" className={cn('flex flex-col gap-2', isInCard && CARD_INSET)}>
      <span className="sr-only">{words.loading}</span>
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
    </div>
  );
}
