import { Square } from 'lucide-react';
import { Button } from '@/components/button.tsx';
import { runMessages } from '@/features/scripts/runs/messages.ts';
import { useCancelRun } from '@/features/scripts/runs/use-cancel-run.ts';

/** Stops a run that waits or is under way. */
export function CancelButton({ runId }: { runId: string }) {
  const cancel = useCancelRun();
  const isAsked = cancel.isPending || cancel.isSuccess;
  return (
    // Disabled for assistive technology only: it keeps the focus until the run is over.
    <Button variant="outline" aria-disabled={isAsked} onClick={() => isAsked || cancel.mutate(runId)}>
      <Square aria-hidden="true" />
      {isAsked ? runMessages.cancelling : runMessages.cancel}
    </Button>
  );
}
