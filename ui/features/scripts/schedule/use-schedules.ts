import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { askAgent } from '@/domain/workspace/operations.ts';
import { useAgent } from '@/lib/agent.ts';
import { scriptScheduleApi } from '../../../../shared/api/scripts.ts';
import type { ScheduledScript, ScriptSchedule } from '../../../../shared/scripts/script-schedule.ts';

const KEY = ['script-schedules'];
/** Refetch intervals of the list, while a scheduled run is under way and otherwise, in milliseconds. */
const BUSY_POLL_MS = 1_500;
const IDLE_POLL_MS = 30_000;

/** The schedules of all scripts, with their next and last runs. */
export function useSchedules() {
  const agent = useAgent();
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => askAgent(agent, scriptScheduleApi.listScriptSchedules, {}, signal),
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
    mutationFn: async (body: { schedule: ScriptSchedule; isOn: boolean } | null): Promise<void> => {
      if (body) await askAgent(agent, scriptScheduleApi.scheduleScript, { params, body });
      else await askAgent(agent, scriptScheduleApi.unscheduleScript, { params });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}
