import { type UseMutationResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import { publishingAccountsQuery } from '@/domain/publishing/accounts.ts';
import { askAgent } from '@/domain/workspace/operations.ts';
import { channelsQuery } from '@/features/accounts/channel/channels-query.ts';
import { channelToasts } from '@/features/accounts/channel/messages.ts';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { channelApi } from '../../../../shared/api/channels.ts';
import { publishingApi } from '../../../../shared/api/publishing.ts';
import { heldInWords } from '../../../../shared/publishing/held-in-words.ts';
import { limitsInWords } from '../../../../shared/publishing/limits-in-words.ts';
import type {
  ConnectAnswer,
  ConnectRequest,
  LeftOver,
  TestPost,
} from '../../../../shared/publishing/publishing-api.ts';
import type { Quota } from '../../../../shared/publishing/quota.ts';
import type { ChannelsRow, SocialAccountsRow } from '../../../../shared/workspace/database.ts';

/** How long a quota is reused, in milliseconds: platforms count these requests too. */
const QUOTA_FRESH_MS = 60_000;

/** The channel of an account; null if it has none, undefined while loading. */
export function useChannel(accountId: string): ChannelsRow | null | undefined {
  const { data } = useQuery(channelsQuery(useSupabase()));
  return data && (data.find(({ account_id }) => account_id === accountId) ?? null);
}

/** Returns a function that refetches the channels. */
export function useReloadChannels(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  const supabase = useSupabase();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: channelsQuery(supabase).queryKey }),
      queryClient.invalidateQueries({ queryKey: publishingAccountsQuery(supabase).queryKey }),
    ]);
}

/** Connects an account with the input; the secret is dropped when the dialog closes. */
export function useConnect(
  { id }: SocialAccountsRow,
  onDone: () => void,
): UseMutationResult<ConnectAnswer, Error, ConnectRequest> {
  const agent = useAgent();
  const reload = useReloadChannels();
  return useMutation({
    mutationFn: (body) => askAgent(agent, channelApi.connectChannel, { params: { id }, body }),
    // No notification: the dialog shows the identity, and a notification would capture Escape.
    onSuccess({ state }) {
      if (state === 'choose') return;
      onDone();
      return reload();
    },
    gcTime: 0,
  });
}

/** The known remaining quotas of the account; empty when the platform does not report any. */
export function useQuotas({ account_id: id, state, checked_at }: ChannelsRow): readonly Quota[] {
  const agent = useAgent();
  const { data = [] } = useQuery({
    queryKey: ['channel-quota', id, checked_at],
    queryFn: () => askAgent(agent, publishingApi.getChannelQuota, { params: { id } }),
    enabled: state === 'ready',
    retry: false,
    staleTime: QUOTA_FRESH_MS,
  });
  return data;
}

type ChannelAction = 'check' | 'test' | 'pause' | 'resume' | 'disconnect';
/** `left` is what remains on the platform; `held` says what happened to the posts that it held. */
type Outcome = { done: ChannelAction; test?: TestPost; left?: LeftOver | null; held?: string | null };

/** The actions on a channel, one at a time. `data` is the latest result. */
export function useChannelActions({
  id,
  platform,
}: SocialAccountsRow): UseMutationResult<Outcome, Error, ChannelAction> {
  const agent = useAgent();
  const reload = useReloadChannels();
  return useMutation({
    async mutationFn(action) {
      const params = { id };
      switch (action) {
        case 'check':
          await askAgent(agent, channelApi.checkChannel, { params });
          return { done: action };
        case 'test':
          return { done: action, test: await askAgent(agent, channelApi.testChannel, { params }) };
        case 'disconnect': {
          const { left, held } = await askAgent(agent, channelApi.disconnectChannel, { params });
          return { done: action, left, held: heldInWords(platform, held) };
        }
        default:
          await askAgent(agent, channelApi.pauseChannel, { params, body: { paused: action === 'pause' } });
          return { done: action };
      }
    },
    onSettled: reload,
  });
}

/** Returns a function that refetches the account's posting limits from the platform and shows them. */
export function useAskLimits(account: SocialAccountsRow): () => void {
  const agent = useAgent();
  const reload = useReloadChannels();
  const { id, account_label: label, platform } = account;
  return async () => {
    try {
      const { state, limits } = await askAgent(agent, channelApi.checkChannel, { params: { id } });
      if (state === 'ready') toast(channelToasts.limits(label, limitsInWords(platform, limits)));
      else toast.error(channelToasts.refused(label));
    } catch (error) {
      toast.error(failureReason(error));
    } finally {
      await reload();
    }
  };
}
