import { Ban, ChevronRight, CircleCheck, CircleX, LoaderCircle, type LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { countsLine, runStatusNames } from '@/features/accounts/history/messages.ts';
import { RunDetails } from '@/features/accounts/history/run-details.tsx';
import { reasonWords } from '@/features/accounts/reason-messages.ts';
import { cn } from '@/lib/class-names.ts';
import { formatDuration } from '@/lib/format.ts';
import { useTimeZone } from '@/lib/settings.ts';
import { formatDateTime } from '@/lib/time.ts';
import type { WarmupRun } from '../../../../shared/warmup.ts';

const ICONS: Record<WarmupRun['status'], { icon: LucideIcon; className: string }> = {
  running: { icon: LoaderCircle, className: 'animate-spin text-primary' },
  success: { icon: CircleCheck, className: 'text-success' },
  failed: { icon: CircleX, className: 'text-destructive' },
  cancelled: { icon: Ban, className: 'text-muted-foreground' },
};

/**
 * One warm-up: how it ended, when, how long it took, and what it did or why it failed. Unfolded it shows its journal.
 */
export function RunItem({ run, isOpen, onToggle }: { run: WarmupRun; isOpen: boolean; onToggle: () => void }) {
  const detailsId = useId();
  const when = formatDateTime(run.startedAt, useTimeZone());
  const summary = run.status === 'failed' && run.reason ? reasonWords(run.reason).what : countsLine(run.counts);
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailsId : undefined}
        onClick={onToggle}
        className="flex min-h-11 w-full items-start gap-3 px-4 py-2.5 text-left text-sm transition-colors duration-150 hover:bg-accent focus-visible:-outline-offset-2"
      >
        <StatusIcon status={run.status} />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap gap-x-3 tabular-nums">
            <time dateTime={run.startedAt}>{when}</time>
            <span className="whitespace-nowrap text-muted-foreground">
              {runStatusNames[run.status]}
              {run.finishedAt ? ` · ${formatDuration(Date.parse(run.finishedAt) - Date.parse(run.startedAt))}` : null}
            </span>
          </span>
          <span className="block text-[0.8125rem] text-muted-foreground">{summary}</span>
        </span>
        <ChevronRight
          aria-hidden="true"
          className={cn(
            'mt-0.5 size-4 shrink-0 text-muted-foreground transition-transform duration-150',
            isOpen && 'rotate-90',
          )}
        />
      </button>
      {isOpen ? (
        <div id={detailsId} className="flex flex-col gap-4 px-4 pt-1 pb-4">
          <RunDetails run={run} when={when} />
        </div>
      ) : null}
    </li>
  );
}

function StatusIcon({ status }: { status: WarmupRun['status'] }) {
  const { icon: Icon, className } = ICONS[status];
  // The words beside it say the same.
  return <Icon aria-hidden="true" className={cn('mt-0.5 size-4 shrink-0', className)} />;
}
