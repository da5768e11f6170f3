import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import { askAgent } from '@/domain/workspace/operations.ts';
import { agentRemoval, agentNameMessages as words } from '@/features/settings/agents/agent-messages.ts';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import type { Agent } from '../../../../shared/agent/agents.ts';
import { agentsApi } from '../../../../shared/api/agents.ts';

const KEY = ['agents'];
/** As often as agents report, in milliseconds. */
const REFRESH_MS = 20_000;

export function useAgents() {
  const agent = useAgent();
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => askAgent(agent, agentsApi.listAgents, {}, signal),
    refetchInterval: REFRESH_MS,
  });
}

/** Failures are shown in the form. */
export function useRenameAgent({ id }: Agent) {
  const agent = useAgent();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (name: string) => askAgent(agent, agentsApi.renameAgent, { params: { id }, body: { name } }),
    onSuccess: ({ name }) => {
      toast.success(words.saved(name));
      refresh();
    },
  });
}

export function useRemoveAgent({ id, name }: Agent) {
  const agent = useAgent();
  return useMutation({
    mutationFn: () => askAgent(agent, agentsApi.removeAgent, { params: { id } }),
    onSuccess: () => void toast.success(agentRemoval.done(name)),
    onError: (error) => void toast.error(agentRemoval.failed, { description: failureReason(error) }),
    onSettled: useRefresh(),
  });
}

function useRefresh(): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: KEY });
}
