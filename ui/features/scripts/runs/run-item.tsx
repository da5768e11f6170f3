import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { ErrorState } from '@/components/error-state.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { Artifacts } from '@/features/scripts/runs/artifacts.tsx';
import { LogView } from '@/features/scripts/runs/log-view.tsx';
import { historyMessages } from '@/features/scripts/runs/messages.ts';
import { logOf } from '@/features/scripts/runs/run-log.ts';
import { runQuery } from '@/features/scripts/runs/run-queries.ts';
import { RunTime } from '@/features/scripts/runs/run-state.tsx';
import { RunStatusIcon } from '@/features/scripts/runs/run-status-icon.tsx';
import { useAgent } from '@/lib/agent.ts';
import { cn } from '@/lib/class-names.ts';
import { useTimeZone } from '@/lib/settings.ts';
import { formatDateTime } from '@/lib/time.ts';
import type { ScriptRun } from '../../../../shared/script-run.ts';

/**
 * One run of the history: how it ended, when, how long it took and why it failed. Unfolded it shows its log and what it
 * saved.
 */
export function RunItem({ run, isOpen, onToggle }: { run: ScriptRun; isOpen: boolean; onToggle: () => void }) {
  const detailsId = useId();
  const when = formatDateTime(run.startedAt, useTimeZone());
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailsId : undefined}
        onClick={onToggle}
        className="flex min-h-11 w-full items-center gap-3 px-5 py-2 text-left text-sm transition-colors duration-150 hover:bg-accent focus-visible:-outline-offset-2 sm:px-6"
      >
        <RunStatusIcon status={run.status} className="size-4" />
        <span className="flex min-w-0 flex-1 flex-col gap-x-4 @lg:flex-row @lg:items-baseline">
          <span className="flex shrink-0 flex-wrap gap-x-3 tabular-nums">
            <time dateTime={run.startedAt}>{when}</time>
            <span className="whitespace-nowrap text-muted-foreground">
              <RunTime run={run} />
            </span>
          </span>
          {run.error ? (
            <span dir="auto" className="min-w-0 truncate text-muted-foreground">
              {run.error}
            </span>
          ) : null}
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
        <div id={detailsId} className="flex flex-col gap-5 px-5 pt-1 pb-5 sm:px-6">
          <RunDetails id={run.id} when={when} />
        </div>
      ) : null}
    </li>
  );
}

function RunDetails({ id, when }: { id: string; when: string }) {
  const { data: details, error, refetch } = useQuery(runQuery(useAgent(), id));
  if (details)
    return (
      <>
        <LogView entries={logOf(details)} live={false} aria-label={historyMessages.log(when)} />
        <Artifacts runId={id} artifacts={details.artifacts} />
      </>
    );
  if (error)
    return (
      <ErrorState
        title={historyMessages.runFailed}
        description={error.message}
        onRetry={() => void refetch()}
        className="py-6"
      />
    );
  return (
    <div role="status">
      <span className="sr-only">{historyMessages.loadingRun}</span>
      <Skeleton className="h-24" />
    </div>
  );
}
