import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '@/components/error-state.tsx';
import { RunRow } from '@/components/run-history.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { Artifacts } from '@/features/scripts/runs/artifacts.tsx';
import { LogView } from '@/features/scripts/runs/log-view.tsx';
import { historyMessages } from '@/features/scripts/runs/messages.ts';
import { logOf } from '@/features/scripts/runs/run-log.ts';
import { runQuery } from '@/features/scripts/runs/run-queries.ts';
import { RunTime } from '@/features/scripts/runs/run-state.tsx';
import { RunStatusIcon } from '@/features/scripts/runs/run-status-icon.tsx';
import { useAgent } from '@/lib/agent.ts';
import { formatDateTime } from '@/lib/time.ts';
import type { ScriptRun } from '../../../../shared/scripts/script-run.ts';

/** One run of the history: its result, time, duration and error. Expands to its log and saved files. */
export function RunItem({ run, ...fold }: { run: ScriptRun; isOpen: boolean; onToggle: () => void }) {
  const when = formatDateTime(run.startedAt, useTimeZone());
  return (
    <RunRow
      {...fold}
      isInCard
      icon={<RunStatusIcon status={run.status} className="size-4" />}
      startedAt={run.startedAt}
      when={when}
      end={<RunTime run={run} />}
      summary={
        run.error ? (
          <span dir="auto" className="min-w-0 truncate text-muted-foreground">
            {run.error}
          </span>
        ) : null
      }
    >
      <RunDetails id={run.id} when={when} />
    </RunRow>
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
