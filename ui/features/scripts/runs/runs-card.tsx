import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Card, CardHeader, CardTitle } from '@/components/card.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { historyMessages } from '@/features/scripts/runs/messages.ts';
import { RunItem } from '@/features/scripts/runs/run-item.tsx';
import type { ScriptRun } from '../../../../shared/script-run.ts';

const RUNS_AT_FIRST = 6;

/** The history of a script's runs, newest first. Give each script's card a key of its own. */
export function RunsCard({ runs }: { runs: UseQueryResult<ScriptRun[]> }) {
  return (
    <Card>
      <CardHeader className="pt-4 pb-3">
        <CardTitle>{historyMessages.title}</CardTitle>
      </CardHeader>
      {runs.data ? <History runs={runs.data} /> : <NoHistory runs={runs} />}
    </Card>
  );
}

function History({ runs }: { runs: ScriptRun[] }) {
  const [openId, setOpenId] = useState<string>();
  const [showsAll, setShowsAll] = useState(false);
  if (runs.length === 0)
    return <p className="px-5 pb-5 text-sm text-muted-foreground sm:px-6">{historyMessages.empty}</p>;
  const shown = showsAll ? runs : runs.slice(0, RUNS_AT_FIRST);
  return (
    <>
      <ul className="flex flex-col divide-y border-t">
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
        <div className="border-t px-3 py-2 sm:px-4">
          <Button variant="ghost" size="sm" onClick={() => setShowsAll(true)}>
            {historyMessages.showAll(runs.length)}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function NoHistory({ runs: { error, refetch } }: { runs: UseQueryResult<ScriptRun[]> }) {
  if (error)
    return (
      <ErrorState
        title={historyMessages.loadFailed}
        description={error.message}
        onRetry={() => void refetch()}
        className="py-6"
      />
    );
  return (
    <div role="status" className="flex flex-col gap-2 px-5 pb-5 sm:px-6">
      <span className="sr-only">{historyMessages.loading}</span>
      <Skeleton className="h-9" />
      <Skeleton className="h-9" />
    </div>
  );
}
