import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type PublishingAccount, publishingAccountsQuery } from '@/domain/publishing/accounts.ts';
import { askAgent } from '@/domain/workspace/operations.ts';
import { useAgent } from '@/lib/agent.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { platformOf } from '../../../shared/posts/platforms.ts';

/** How long the limits stay fresh, in milliseconds: platforms count these requests, too. */
const FRESH_MS = 10 * 60_000;

/**
 * Requests the accounts' current limits, if their platform demands that for each post. Known limits are kept if a
 * request fails, or the account is connected on another machine.
 */
export function useFreshLimits(accounts: readonly PublishingAccount[]): { isAsking: boolean } {
  const agent = useAgent();
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const ids = accounts
    .filter(({ platform, channel }) => channel?.isReady && platformOf(platform).asksForEachPost)
    .map(({ id }) => id);
  const { isFetching } = useQuery({
    queryKey: ['fresh-limits', ids],
    queryFn: async () => {
      const { channelApi } = await import('../../../shared/api/channels.ts');
      await Promise.allSettled(ids.map((id) => askAgent(agent, channelApi.checkChannel, { params: { id } })));
      await queryClient.invalidateQueries({ queryKey: publishingAccountsQuery(supabase).queryKey });
      return null;
    },
    enabled: ids.length > 0,
    retry: false,
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
  });
  return { isAsking: isFetching };
}
