import { QueryClient } from '@tanstack/react-query';

/** How long data counts as fresh, in milliseconds: switching back and forth between two screens fetches once. */
const STALE_TIME_MS = 10_000;

/**
 * The query cache. One retry, so that an agent that was just restarted is not reported as gone; none after a TypeError,
 * because supabase-js has already retried for seven seconds.
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
