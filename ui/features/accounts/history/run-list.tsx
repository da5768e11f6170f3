import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { historyMessages } from '@/features/accounts/history/messages.ts';
import { RunItem } from '@/features/accounts/history/run-item.tsx';
import { runsQuery } from '@/features/accounts/history/runs-query.ts';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/failure-reason.ts';
import type { WarmupRun } from '../../../../shared/warmup.ts';

const RUNS_AT_FIRST = 6;

const { runs: heading, loading, loadFailed, empty, showAll } = historyMessages;

/** The history of an account's warm-ups, newest first. */
export function RunList({ accountId }: { accountId: string }) {
  const { data: runs, error, refetch } = useQuery(runsQuery(useAgent(), accountId));
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <h3 className="text-sm font-medium">{heading}</h3>
      {runs ? (
        <Runs runs={runs} />
      ) : error ? (
        <ErrorState
          title={loadFailed}
          description={failureReason(error)}
          onRetry={() => void refetch()}
          className="rounded-lg border py-8"
        />
      ) : (
        <div role="status" className="flex flex-col gap-2">
          <span className="sr-only">{loading}</span>
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </div>
      )}
    </section>
  );
}

function Runs({ runs }: { runs: WarmupRun[] }) {
  const [openId, setOpenId] = useState<string>();
  const [showsAll, setShowsAll] = useState(false);
  if (runs.length === 0) return <p className="text-sm text-muted-foreground">{empty}</p>;
  const shown = showsAll ? runs : runs.slice(0, RUNS_AT_FIRST);
  return (
    <>
      <ul className="divide-y overflow-hidden rounded-lg border">
        {shown.map((run) => (
          <RunItem
            key={run.id}
            run={run}
            isOpen={run.id === openId}
            onToggle={() => setOpenId(run.id === openId ? undefined : run.id)}
          />
        ))}
      </ul>
      {shown.length < runs.length ? (
        <Button variant="ghost" size="sm" className="self-start" onClick={() => setShowsAll(true)}>
          {showAll(runs.length)}
        </Button>
      ) : null}
    </>
  );
}
