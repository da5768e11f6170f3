import { QueryClient } from '@tanstack/react-query';

/** How long an answer counts as fresh, in milliseconds: switching back and forth between two screens asks once. */
const STALE_TIME_MS = 10_000;

/** The cache of what screens have read. One retry, so that an agent that was just restarted is not reported as gone. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: STALE_TIME_MS, retry: 1, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
}
