import { QueryClient } from '@tanstack/react-query';

/** How long an answer counts as fresh, in milliseconds: switching back and forth between two screens asks once. */
const STALE_TIME_MS = 10_000;

/**
 * The cache of what screens have read. One retry, so that an agent that was just restarted is not reported as gone;
 * none after a TypeError, because supabase-js has already tried for seven seconds to reach the backend.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_TIME_MS,
        retry: (failures, error) => failures < 1 && !(error instanceof TypeError),
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}
