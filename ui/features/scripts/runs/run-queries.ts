import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { askAgent } from '@/domain/workspace/operations.ts';
import { type CallAgent, useAgent } from '@/lib/agent.ts';
import { scriptRunApi } from '../../../../shared/api/scripts.ts';
import { SCRIPT_TIMEOUT_MAX_MS, type ScriptRun, type ScriptRunDetails } from '../../../../shared/scripts/script-run.ts';

/** Polling interval of runs followed elsewhere, in milliseconds. */
export const RUN_POLL_MS = 1500;

export const RUNS_KEY = ['script-runs'];

/** The runs of a script, newest first; refetched while one is under way. */
export function runsQuery(agent: CallAgent, scriptId: string) {
  return queryOptions({
    queryKey: [...RUNS_KEY, scriptId],
    queryFn: ({ signal }) => askAgent(agent, scriptRunApi.listScriptRuns, { query: { scriptId } }, signal),
    refetchInterval: ({ state }) => state.data?.some(isRunning) && RUN_POLL_MS,
  });
}

/** One run with its log; refetched while it is under way. */
export function runQuery(agent: CallAgent, id: string) {
  return queryOptions({
    queryKey: ['script-run-details', id],
    queryFn: ({ signal }) => readRun(agent, id, signal),
    refetchInterval: ({ state }) => state.data && isRunning(state.data) && RUN_POLL_MS,
    structuralSharing: false,
  });
}

/** Throws the agent's error, or the signal's reason. */
export function readRun(agent: CallAgent, id: string, signal: AbortSignal): Promise<ScriptRunDetails> {
  return askAgent(agent, scriptRunApi.getScriptRun, { params: { id } }, signal);
}

export function isRunning({ finishedAt }: Pick<ScriptRun, 'finishedAt'>): boolean {
  return finishedAt === null;
}

type Options = { isFree: boolean; onRunning: (scriptId: string, run: ScriptRun) => void };

/**
 * The history of a script's runs; pending without a script. While this window `isFree` to follow a run, `onRunning` is
 * called with one under way that was started elsewhere or before a reload.
 */
export function useRuns(scriptId: string | undefined, { isFree, onRunning }: Options) {
  const agent = useAgent();
  const runs = useQuery({ ...runsQuery(agent, scriptId ?? ''), enabled: scriptId !== undefined });
  const goingOn = runs.data?.find((run) => isRunning(run) && canBeRunning(run));
  const tell = useEffectEvent(() => {
    if (scriptId && goingOn && isFree) onRunning(scriptId, goingOn);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each run.
  useEffect(() => tell(), [goingOn?.id, isFree]);
  return runs;
}

/** Whether a run without an end may still be running: if its agent was killed, it never gets an end. */
function canBeRunning({ startedAt }: ScriptRun): boolean {
  return Date.now() - Date.parse(startedAt) < SCRIPT_TIMEOUT_MAX_MS;
}
