import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Supabase, useSupabase } from '@/lib/supabase.ts';
import type { OptionValues } from '../../../shared/platforms/options.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';
import type { ChannelLimits } from '../../../shared/publishing/channel.ts';

/** An account with the data that publishing needs; `channel` is null if the user posts manually. */
export type PublishingAccount = {
  id: string;
  platform: Platform;
  label: string;
  /** Its posts' default options. */
  defaults: OptionValues;
  channel: { isReady: boolean; isPaused: boolean; handle: string; limits: ChannelLimits } | null;
};

/**
 * A destination of a post: an account, or a platform without accounts. The user posts manually if `agent_id` is null.
 */
export type Destination = { platform: Platform; account_id: string | null; agent_id: string | null };

/** Every account with its connection for posting, by label. Fails with Supabase's error. */
export function publishingAccountsQuery(supabase: Supabase) {
  return queryOptions({
    queryKey: ['social_accounts', 'publishing'],
    queryFn: async ({ signal }): Promise<PublishingAccount[]> => {
      const [accounts, channels] = await Promise.all([
        supabase
          .from('social_accounts')
          .select('id, platform, account_label, posting_defaults')
          .order('account_label')
          .order('id')
          .abortSignal(signal)
          .retry(false)
          .throwOnError(),
        supabase
          .from('channels')
          .select('account_id, state, is_paused, handle, limits')
          .abortSignal(signal)
          .retry(false)
          .throwOnError(),
      ]);
      const byAccount = new Map(channels.data.map((channel) => [channel.account_id, channel]));
      return accounts.data.map(({ id, platform, account_label, posting_defaults }) => {
        const channel = byAccount.get(id);
        return {
          id,
          platform,
          label: account_label,
          defaults: posting_defaults ?? {},
          channel: channel
            ? {
                isReady: channel.state === 'ready',
                isPaused: channel.is_paused,
                handle: channel.handle,
                limits: channel.limits,
              }
            : null,
        };
      });
    },
  });
}

/** The accounts by id, or undefined until they are read. */
export function usePublishingAccounts(): ReadonlyMap<string, PublishingAccount> | undefined {
  return useQuery({ ...publishingAccountsQuery(useSupabase()), select: byId }).data;
}

function byId(accounts: PublishingAccount[]): ReadonlyMap<string, PublishingAccount> {
  return new Map(accounts.map((account) => [account.id, account]));
}

/**
 * The current destinations of a post for these platforms; `accounts` are the chosen ones, null without a choice. Fails
 * with Supabase's error.
 */
export function destinationsQuery(supabase: Supabase, platforms: readonly Platform[], accounts: string[] | null) {
  return queryOptions({
    queryKey: ['social_accounts', 'destinations', platforms, accounts],
    queryFn: async ({ signal }): Promise<Destination[]> => {
      const { data } = await supabase
        .rpc('destinations', { platforms: [...platforms], accounts })
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
    enabled: platforms.length > 0,
  });
}
