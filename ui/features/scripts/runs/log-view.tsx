import { ArrowDown } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { LogLine } from '@/features/scripts/runs/log-line.tsx';
import { runMessages } from '@/features/scripts/runs/messages.ts';
import type { LogEntry } from '@/features/scripts/runs/run-log.ts';
import { useStickToEnd } from '@/features/scripts/runs/use-stick-to-end.ts';
import { useTimeZone } from '@/lib/settings.ts';
import { clockIn } from '@/lib/time.ts';

/** Lines that are shown without being asked for: a log may have 20,000, which take seconds to draw. */
const LINES_AT_FIRST = 2000;

/**
 * The lines of a run, at most 400 px high (§9), scrolled to the newest one until the person scrolls up. Times are in the configured zone. Give it the
 * name that screen readers say. `live` announces new lines.
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
        // It scrolls, and the keyboard must reach it.
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
