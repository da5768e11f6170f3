import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useAgent } from '@/lib/agent.ts';
import { pathTo, routeOf } from '../../../../shared/api/operation.ts';
import { scriptScheduleApi } from '../../../../shared/api/scripts.ts';
import {
  type ScheduledScript,
  type ScriptSchedule,
  scriptScheduleListSchema,
} from '../../../../shared/scripts/script-schedule.ts';

const KEY = ['script-schedules'];
/** Refetch intervals of the list, while a scheduled run is under way and otherwise. */
const BUSY_POLL_MS = 1_500;
const IDLE_POLL_MS = 30_000;

const { listScriptSchedules, scheduleScript, unscheduleScript } = scriptScheduleApi;

/** The schedules of all scripts, with their next and last runs. */
export function useSchedules() {
  const agent = useAgent();
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) =>
      scriptScheduleListSchema.parse(await (await agent(pathTo(listScriptSchedules, {}), { signal })).json()),
    refetchInterval: ({ state }) => (state.data?.schedules.some(isUnderWay) ? BUSY_POLL_MS : IDLE_POLL_MS),
  });
}

export function isUnderWay({ lastRun }: ScheduledScript): boolean {
  return lastRun?.status === 'running';
}

/** Sets or, with null, removes the schedule of a script. Rejects with the agent's error. */
export function useSetSchedule(scriptId: string) {
  const agent = useAgent();
  const queryClient = useQueryClient();
  const params = { id: scriptId };
  return useMutation({
    mutationFn: async (next: { schedule: ScriptSchedule; isOn: boolean } | null) => {
      const operation = next ? scheduleScript : unscheduleScript;
      const { method } = routeOf(operation);
      await agent(pathTo(operation, { params }), { method, ...(next && { body: next }) });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}
