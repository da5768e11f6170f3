import { ArrowDown, CircleX, TriangleAlert } from 'lucide-react';
import { memo, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { runMessages } from '@/features/scripts/runs/messages.ts';
import type { LogEntry } from '@/features/scripts/runs/run-log.ts';
import { cn } from '@/lib/class-names.ts';
import { clockIn } from '@/lib/time.ts';
import { logText, type ScriptLogKind } from '../../../../shared/scripts/script-run.ts';

/** Lines shown initially: a log may have 20,000, which take seconds to render. */
const LINES_AT_FIRST = 2000;

/**
 * The lines of a run, at most 400 px high (§9), scrolled to the newest until the user scrolls up. Times are in the
 * configured zone. Needs an accessible name. `live` announces new lines.
 */
export function LogView({
  entries,
  live,
  ...name
}: { entries: LogEntry[]; live: boolean } & ({ 'aria-label': string } | { 'aria-labelledby': string })) {
  const timeZone = useTimeZone();
  const time = useMemo(() => clockIn(timeZone), [timeZone]);
  const [showsAll, setShowsAll] = useState(false);
  const hidden = showsAll ? 0 : Math.max(0, entries.length - LINES_AT_FIRST);
  const { ref, onScroll, isAtEnd, scrollToEnd } = useStickToEnd(entries);
  return (
    <div className="@container relative">
      <div
        ref={ref}
        role={live ? 'log' : 'region'}
        {...name}
        // A scrollable box must be focusable.
        tabIndex={0}
        onScroll={onScroll}
        className="max-h-[400px] overflow-auto rounded-md border bg-muted px-3 py-3 font-mono text-[0.8125rem] leading-relaxed @md:px-4"
      >
        {hidden > 0 ? (
          <Button variant="outline" size="sm" className="mb-2 font-sans" onClick={() => setShowsAll(true)}>
            {runMessages.showEarlier(hidden)}
          </Button>
        ) : null}
        {entries.slice(hidden).map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added at the end.
          <LogLine key={hidden + index} entry={entry} time={time} />
        ))}
      </div>
      {isAtEnd ? null : (
        <Button
          variant="outline"
          size="sm"
          onClick={scrollToEnd}
          className="absolute right-4 bottom-3 rounded-full shadow-float"
        >
          <ArrowDown aria-hidden="true" />
          {runMessages.newest}
        </Button>
      )}
    </div>
  );
}

const COLOURS: Record<ScriptLogKind, string> = {
  script: '',
  warning: 'text-warning',
  page: 'text-muted-foreground',
  agent: 'text-muted-foreground',
  error: 'text-destructive',
};

/** An entry of the log with its time, if known. Errors and warnings have an icon; lines from web pages are marked. */
const LogLine = memo(function LogLine({ entry, time }: { entry: LogEntry; time: (at: string) => string }) {
  const { at, kind } = entry;
  return (
    <div className={cn('grid grid-cols-[8ch_minmax(0,1fr)] gap-x-2.5 @md:gap-x-4', COLOURS[kind])}>
      {at ? (
        <time dateTime={at} className="text-[0.6875rem] leading-[1.92] text-muted-foreground tabular-nums">
          {time(at)}
        </time>
      ) : (
        <span />
      )}
      <div className="flex min-w-0 gap-1.5">
        {kind === 'error' ? (
          <CircleX role="img" aria-label={runMessages.errorLine} className="mt-1 size-3.5 shrink-0" />
        ) : null}
        {kind === 'warning' ? (
          <TriangleAlert role="img" aria-label={runMessages.warningLine} className="mt-1 size-3.5 shrink-0" />
        ) : null}
        <p dir="auto" className="min-w-0 flex-1 wrap-anywhere whitespace-pre-wrap">
          {logText(entry)}
        </p>
      </div>
    </div>
  );
});

/** Distance from the end that still counts as the end, in pixels. */
const STICKY_THRESHOLD_PX = 24;

/**
 * Keeps a box scrolled to its end while `content` grows, until the user scrolls up; resumes at the end. `ref` and
 * `onScroll` are for the box, `scrollToEnd` is for a button.
 */
function useStickToEnd(content: unknown) {
  const ref = useRef<HTMLDivElement>(null);
  const lastHeight = useRef(0);
  const [isAtEnd, setAtEnd] = useState(true);

  const scrollToEnd = useCallback(() => ref.current?.scrollTo({ top: ref.current.scrollHeight }), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `content` is what makes the box grow.
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    // Measured, because the event of a scroll arrives later than the scroll itself.
    if (isWithinReach(lastHeight.current, box)) scrollToEnd();
    lastHeight.current = box.scrollHeight;
  }, [content, scrollToEnd]);

  const onScroll = useCallback(() => {
    const box = ref.current;
    if (!box) return;
    lastHeight.current = box.scrollHeight;
    setAtEnd(isWithinReach(box.scrollHeight, box));
  }, []);

  return { ref, onScroll, isAtEnd, scrollToEnd };
}

/** Whether a box of `height` is scrolled to its end, or nearly. */
function isWithinReach(height: number, { scrollTop, clientHeight }: HTMLElement): boolean {
  return height - scrollTop - clientHeight <= STICKY_THRESHOLD_PX;
}
