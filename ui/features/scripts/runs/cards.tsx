import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { Card, CardAction, CardContent, CardHeader, CardTitle } from '@/components/card.tsx';
import { RunHistory } from '@/components/run-history.tsx';
import { scriptsMessages } from '@/features/scripts/messages.ts';
import { Artifacts } from '@/features/scripts/runs/artifacts.tsx';
import type { LatestRun } from '@/features/scripts/runs/latest-run.ts';
import { LogView } from '@/features/scripts/runs/log-view.tsx';
import { historyMessages } from '@/features/scripts/runs/messages.ts';
import { RunItem } from '@/features/scripts/runs/run-item.tsx';
import { RunState } from '@/features/scripts/runs/run-state.tsx';
import type { ScriptRun } from '../../../../shared/scripts/script-run.ts';

/** "Execution Logs" (§2, §9) of the latest run, with its saved files. */
export function LogsCard({ run }: { run: LatestRun }) {
  const titleId = useId();
  const card = useRef<HTMLElement>(null);
  const hasBegun = run.log.length === 1;

  useEffect(() => {
    if (hasBegun) card.current?.scrollIntoView({ block: 'nearest' });
  }, [hasBegun]);

  return (
    <Card ref={card}>
      <CardHeader className="pt-4 pb-3">
        <CardTitle id={titleId}>{scriptsMessages.logs}</CardTitle>
        <CardAction>
          <RunState run={run} />
        </CardAction>
      </CardHeader>
      <CardContent className="flex flex-col gap-5">
        <LogView entries={run.log} live aria-labelledby={titleId} />
        {run.id ? <Artifacts runId={run.id} artifacts={run.artifacts} /> : null}
      </CardContent>
    </Card>
  );
}

/** The history of a script's runs, newest first. Needs a key per script. */
export function RunsCard({ runs }: { runs: UseQueryResult<ScriptRun[]> }) {
  return (
    <Card>
      <CardHeader className="pt-4 pb-3">
        <CardTitle>{historyMessages.title}</CardTitle>
      </CardHeader>
      <RunHistory runs={runs} words={historyMessages} isInCard>
        {(run, isOpen, onToggle) => <RunItem key={run.id} run={run} isOpen={isOpen} onToggle={onToggle} />}
      </RunHistory>
    </Card>
  );
}
