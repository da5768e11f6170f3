import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useAgent } from '@/lib/agent.ts';
import {
  SCRIPT_RUNS_PATH,
  SCRIPT_TIMEOUT_MAX_MS,
  type ScriptRun,
  type ScriptRunDetails,
  scriptRunDetailsSchema,
  scriptRunListSchema,
} from '../../../../shared/scripts/script-run.ts';

/** How often runs that go on elsewhere are looked at again, in milliseconds. */
export const RUN_POLL_MS = 1500;

export type CallAgent = ReturnType<typeof useAgent>;

/** The key of every list of runs. */
export const RUNS_KEY = ['script-runs'];

/** Where the agent answers about one run. */
export function runPath(id: string): string {
  return `${SCRIPT_RUNS_PATH}/${id}`;
}

/** The runs of a script, newest first; read again while one of them goes on. */
export function runsQuery(agent: CallAgent, scriptId: string) {
  return queryOptions({
    queryKey: [...RUNS_KEY, scriptId],
    queryFn: async ({ signal }) => {
      const answer = await agent(`${SCRIPT_RUNS_PATH}?scriptId=${scriptId}`, { signal });
      return scriptRunListSchema.parse(await answer.json());
    },
    refetchInterval: ({ state }) => state.data?.some(isRunning) && RUN_POLL_MS,
  });
}

/** One run with its log; read again while it goes on. */
export function runQuery(agent: CallAgent, id: string) {
  return queryOptions({
    queryKey: ['script-run-details', id],
    queryFn: ({ signal }) => readRun(agent, id, signal),
    refetchInterval: ({ state }) => state.data && isRunning(state.data) && RUN_POLL_MS,
    structuralSharing: false,
  });
}

/** Throws what the agent answers, or the signal's reason. */
export async function readRun(agent: CallAgent, id: string, signal: AbortSignal): Promise<ScriptRunDetails> {
  return scriptRunDetailsSchema.parse(await (await agent(runPath(id), { signal })).json());
}

/** Whether a run is waiting or under way. */
export function isRunning({ finishedAt }: Pick<ScriptRun, 'finishedAt'>): boolean {
  return finishedAt === null;
}

type Options = { isFree: boolean; onGoingOn: (scriptId: string, run: ScriptRun) => void };

/**
 * The history of a script's runs; without a script it stays pending. Whenever this window `isFree` to follow a run,
 * `onGoingOn` hears of one that goes on because it was started elsewhere or before a reload.
 */
export function useRuns(scriptId: string | undefined, { isFree, onGoingOn }: Options) {
  const agent = useAgent();
  const runs = useQuery({ ...runsQuery(agent, scriptId ?? ''), enabled: scriptId !== undefined });
  const goingOn = runs.data?.find((run) => isRunning(run) && canGoOn(run));
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
