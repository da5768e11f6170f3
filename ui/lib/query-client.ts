import { QueryClient, type QueryState } from '@tanstack/react-query';
import { isUnreachable } from '@/lib/supabase.ts';

/** How long a response counts as fresh, in milliseconds: switching back and forth between two screens fetches once. */
const STALE_TIME_MS = 10_000;
/**
 * The longest delay between requests to an unreachable backend, in milliseconds, give or take a quarter; a query's
 * `meta.longestMs` overrides it.
 */
const LONGEST_MS = 60_000;

/**
 * The cache of everything that screens have loaded. One retry, so that an agent that was just restarted is not reported
 * as unreachable, and for an interrupted response, because browsers abort requests on a back navigation; none if the
 * backend is unreachable, because supabase-js has already tried for seven seconds. Polling slows down while it fails. A
 * write is never retried automatically.
 */
export function createQueryClient(): QueryClient {
  const since = Date.now();
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_TIME_MS,
        retry: (failures, error) => failures < 1 && !isUnreachable(error),
        networkMode: 'always',
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  const withDefaults = client.defaultQueryOptions.bind(client);
  client.defaultQueryOptions = (options) => {
    const all = withDefaults(options);
    const { refetchInterval } = all;
    if (options._defaulted || !refetchInterval) return all;
    all.refetchInterval = (query) => {
      const usual = typeof refetchInterval === 'function' ? refetchInterval(query) : refetchInterval;
      return usual && distance(usual, query.state, since, Number(all.meta?.longestMs ?? LONGEST_MS));
    };
    return all;
  };
  return client;
}

/**
 * Milliseconds to the next request: the usual interval, or as long as it has been failing, so that the delay doubles.
 * Jittered by the time of the failure, which two windows rarely share; constant for the same failure, as the timer
 * needs.
 */
function distance(
  usual: number,
  { status, errorUpdatedAt, dataUpdatedAt }: Pick<QueryState, 'status' | 'errorUpdatedAt' | 'dataUpdatedAt'>,
  since: number,
  longest: number,
): number {
  if (status !== 'error') return usual;
  const away = errorUpdatedAt - Math.max(dataUpdatedAt, since);
  return Math.max(usual, Math.min(away, longest) * (0.75 + (errorUpdatedAt % 500) / 1000));
}
