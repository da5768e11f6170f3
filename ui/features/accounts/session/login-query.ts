import { queryOptions } from '@tanstack/react-query';
import type { useAgent } from '@/lib/agent.ts';
import { accountLoginPath, type LoginState, loginStateSchema } from '../../../../shared/account-session.ts';

/** How often an open log-in window is asked about, in milliseconds. */
const LOGIN_POLL_MS = 1_500;

/**
 * How an account's log-in window stands; asked again while one is open, also when this page is behind that window.
 * Throws what the agent answers instead.
 */
export function loginQuery(agent: ReturnType<typeof useAgent>, accountId: string) {
  return queryOptions({
    queryKey: ['account-login', accountId],
    queryFn: async ({ signal }): Promise<LoginState> =>
      loginStateSchema.parse(await (await agent(accountLoginPath(accountId), { signal })).json()),
    refetchInterval: ({ state }) => state.data?.state === 'open' && LOGIN_POLL_MS,
    refetchIntervalInBackground: true,
    // Nothing but this window opens one, and a failure that was dismissed stays away.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
