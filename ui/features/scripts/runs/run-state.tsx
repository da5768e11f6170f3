import { useEffect, useState } from 'react';
import { runMessages, runStatusNames } from '@/features/scripts/runs/messages.ts';
import { RunStatusIcon } from '@/features/scripts/runs/run-status-icon.tsx';
import { formatDuration, formatElapsed } from '@/lib/format.ts';
import type { ScriptRun } from '../../../../shared/scripts/script-run.ts';

type Times = Pick<ScriptRun, 'status' | 'startedAt' | 'finishedAt'>;

/** A run's state in words, with its elapsed or total time. */
export function RunState({ run }: { run: Times }) {
  return (
    <p className="flex items-center gap-2 text-sm text-muted-foreground tabular-nums">
      <RunStatusIcon status={run.status} className="size-4" />
      <span>
        {run.status === 'queued' ? runMessages.queued : runStatusNames[run.status]}
        {run.status === 'queued' ? null : <> · {<RunTime run={run} />}</>}
      </span>
    </p>
  );
}

/** How long a run has been under way, or took. */
export function RunTime({ run: { startedAt, finishedAt } }: { run: Times }) {
  const start = Date.parse(startedAt);
  return finishedAt ? formatDuration(Date.parse(finishedAt) - start) : <Elapsed since={start} />;
}

function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return formatElapsed(now - since);
}
