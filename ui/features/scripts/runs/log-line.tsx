import { CircleX, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { runMessages } from '@/features/scripts/runs/messages.ts';
import type { LogEntry } from '@/features/scripts/runs/run-log.ts';
import { cn } from '@/lib/class-names.ts';
import { logText, type ScriptLogKind } from '../../../../shared/script-run.ts';

const COLOURS: Record<ScriptLogKind, string> = {
  script: '',
  warning: 'text-warning',
  page: 'text-muted-foreground',
  agent: 'text-muted-foreground',
  error: 'text-destructive',
};

/** One entry of the log with its time, where it has one. Errors and warnings carry a sign, lines of pages a mark. */
export const LogLine = memo(function LogLine({ entry, time }: { entry: LogEntry; time: (at: string) => string }) {
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
