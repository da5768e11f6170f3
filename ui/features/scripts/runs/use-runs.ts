import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { isGoingOn, runsQuery } from '@/features/scripts/runs/run-queries.ts';
import { useAgent } from '@/lib/agent.ts';
import { SCRIPT_TIMEOUT_MAX_MS, type ScriptRun } from '../../../../shared/script-run.ts';

type Options = { isFree: boolean; onGoingOn: (scriptId: string, run: ScriptRun) => void };

/**
 * The history of a script's runs; without a script it stays pending. Whenever this window `isFree` to follow a run, `onGoingOn` hears of one that goes on
 * because it was started elsewhere or before a reload.
 */
export function useRuns(scriptId: string | undefined, { isFree, onGoingOn }: Options) {
  const agent = useAgent();
  const runs = useQuery({ ...runsQuery(agent, scriptId ?? ''), enabled: scriptId !== undefined });
  const goingOn = runs.data?.find((run) => isGoingOn(run) && canGoOn(run));
  const tell = useEffectEvent(() => {
    if (scriptId && goingOn && isFree) onGoingOn(scriptId, goingOn);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each run.
  useEffect(() => tell(), [goingOn?.id, isFree]);
  return runs;
}

/** What another agent left behind when it was killed looks like a run without an end. */
function canGoOn({ startedAt }: ScriptRun): boolean {
  return Date.now() - Date.parse(startedAt) < SCRIPT_TIMEOUT_MAX_MS;
}
