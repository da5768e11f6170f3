import type { UseQueryResult } from '@tanstack/react-query';
import { Card, CardHeader, CardTitle } from '@/components/card.tsx';
import { RunHistory } from '@/components/run-history.tsx';
import { historyMessages } from '@/features/scripts/runs/messages.ts';
import { RunItem } from '@/features/scripts/runs/run-item.tsx';
import type { ScriptRun } from '../../../../shared/script-run.ts';

/** The history of a script's runs, newest first. Give each script's card a key of its own. */
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
