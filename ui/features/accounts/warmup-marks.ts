import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

const MARKS_KEY = ['warmups-in-progress'];

/** `starting` until the agent has answered the start, then `running` until it says that the warm-up is over. */
export type WarmupMark = 'starting' | 'running';
type Marks = Readonly<Record<string, WarmupMark>>;

/**
 * Which warm-ups this window has in progress, by account id (§4). Kept beside the cached answers, so that the marks
 * outlive the screen and go when somebody signs out.
 */
export function useWarmupMark(accountId: string): {
  mark: WarmupMark | undefined;
  setMark: (mark: WarmupMark | undefined) => void;
} {
  const queryClient = useQueryClient();
  const { data } = useQuery<Marks>({
    queryKey: MARKS_KEY,
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const setMark = useCallback(
    (mark: WarmupMark | undefined) =>
      queryClient.setQueryData<Marks>(MARKS_KEY, ({ [accountId]: _, ...others } = {}) =>
        mark ? { ...others, [accountId]: mark } : others,
      ),
    [queryClient, accountId],
  );
  return { mark: data?.[accountId], setMark };
}
