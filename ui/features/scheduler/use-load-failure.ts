import { useEffect } from 'react';
import { toast } from 'sonner';
import { schedulerToasts } from '@/features/scheduler/messages.ts';

/** Two lists that fail together are one failure to the reader. */
const TOAST_ID = 'scheduler-load-failed';

/**
 * Says "Failed to load content" each time a list's load fails (§8), also where an older answer is still on the screen.
 */
export function useLoadFailure({ isError, errorUpdatedAt }: { isError: boolean; errorUpdatedAt: number }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: errorUpdatedAt tells one failure from the next.
  useEffect(() => {
    if (isError) toast.error(schedulerToasts.loadFailed, { id: TOAST_ID });
  }, [isError, errorUpdatedAt]);
}
