import { useMutation } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import { runMessages } from '@/features/scripts/runs/messages.ts';
import { runPath } from '@/features/scripts/runs/run-queries.ts';
import { AgentResponseError, useAgent } from '@/lib/agent.ts';

/** HTTP status of a run that was over already, which is what was wanted. */
const OVER_ALREADY = 409;

/** Stops a run by its id; whoever follows it sees its end. Says so when it could not be stopped. */
export function useCancelRun() {
  const agent = useAgent();
  return useMutation({
    mutationFn: (id: string) => agent(`${runPath(id)}/cancel`, { method: 'POST' }),
    onError: (error) => {
      if (error instanceof AgentResponseError && error.status === OVER_ALREADY) return;
      toast({ title: runMessages.cancelFailed, description: error.message, variant: 'destructive' });
    },
  });
}
