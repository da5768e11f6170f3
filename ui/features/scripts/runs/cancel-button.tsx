import { useMutation } from '@tanstack/react-query';
import { Square } from 'lucide-react';
import { Button } from '@/components/button.tsx';
import { toast } from '@/components/toast.tsx';
import { runMessages } from '@/features/scripts/runs/messages.ts';
import { runPath } from '@/features/scripts/runs/run-queries.ts';
import { AgentResponseError, useAgent } from '@/lib/agent.ts';

/** Stops a waiting or running run. */
export function CancelButton({ runId }: { runId: string }) {
  const cancel = useCancelRun();
  const isAsked = cancel.isPending || cancel.isSuccess;
  return (
    // Only aria-disabled, so that it keeps the focus until the run is over.
    <Button variant="outline" aria-disabled={isAsked} onClick={() => isAsked || cancel.mutate(runId)}>
      <Square aria-hidden="true" />
      {isAsked ? runMessages.cancelling : runMessages.cancel}
    </Button>
  );
}

/** HTTP status for a run that was already over. */
const ALREADY_ENDED = 409;

/** Stops a run by its id; followers get its end. Reports a failure. */
function useCancelRun() {
  const agent = useAgent();
  return useMutation({
    mutationFn: (id: string) => agent(`${runPath(id)}/cancel`, { method: 'POST' }),
    onError: (error) => {
      if (error instanceof AgentResponseError && error.status === ALREADY_ENDED) return;
      toast({ title: runMessages.cancelFailed, description: error.message, variant: 'destructive' });
    },
  });
}
