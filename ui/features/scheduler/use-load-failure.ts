import { useEffect } from 'react';
import { toast } from '@/components/toast.tsx';
import { schedulerToasts } from '@/features/scheduler/messages.ts';

/** Merges the notifications of two lists that fail together. */
const TOAST_ID = 'scheduler-load-failed';

/** Shows "Failed to load content" each time loading a list fails (§8), even if an older result is still shown. */
export function useLoadFailure({ isError, errorUpdatedAt }: { isError: boolean; errorUpdatedAt: number }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: errorUpdatedAt tells one failure from the next.
  useEffect(() => {
    if (isError) toast.error(schedulerToasts.loadFailed, { id: TOAST_ID });
  }, [isError, errorUpdatedAt]);
}
