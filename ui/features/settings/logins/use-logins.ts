import { type UseMutationResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import { askAgent } from '@/domain/workspace/operations.ts';
import { loginsMessages, takingMessages, unpairingMessages } from '@/features/settings/logins/login-messages.ts';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import { sharedLoginApi } from '../../../../shared/api/shared-logins.ts';
import type { PairingState, SharedLogins } from '../../../../shared/publishing/shared-logins.ts';

const KEY = ['shared-logins'];
const PAIRING_KEY = ['pairing'];
/** As often as agents check for logins shared with them, in milliseconds. */
const REFRESH_MS = 10_000;
const PAIRING_MS = 1_500;

export function useSharedLogins() {
  const agent = useAgent();
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => askAgent(agent, sharedLoginApi.listSharedLogins, {}, signal),
    refetchInterval: ({ state }) => ((state.data?.paired.length ?? 0) > 0 ? REFRESH_MS : false),
  });
}

export type Named = { id: string; name: string };

export function useShareLogin(account: { accountId: string; label: string }) {
  const agent = useAgent();
  const keep = useKeep();
  return useMutation({
    mutationFn: ({ id }: Named) =>
      askAgent(agent, sharedLoginApi.shareLogin, { params: { id: account.accountId }, body: { agentId: id } }),
    onSuccess: (logins, { name }) => {
      keep(logins);
      toast.success(loginsMessages.shared(account.label, name), { description: loginsMessages.sharedMore });
    },
    onError: (error) => void toast.error(loginsMessages.shareFailed, { description: failureReason(error) }),
  });
}

export function useTakeLogin(account: { accountId: string; label: string }, from: Named): Removal {
  const agent = useAgent();
  const keep = useKeep();
  const params = { id: account.accountId, agentId: from.id };
  return useMutation({
    mutationFn: () => askAgent(agent, sharedLoginApi.takeLogin, { params }),
    onSuccess: (logins) => {
      keep(logins);
      toast.success(takingMessages.done(account.label, from.name));
    },
    onError: (error) => void toast.error(takingMessages.failed, { description: failureReason(error) }),
  });
}

export function useUnpair({ id, name }: Named): Removal {
  const agent = useAgent();
  const keep = useKeep();
  return useMutation({
    mutationFn: () => askAgent(agent, sharedLoginApi.unpairAgent, { params: { id } }),
    onSuccess: (logins) => {
      keep(logins);
      toast.success(unpairingMessages.done(name));
    },
    onError: (error) => void toast.error(unpairingMessages.failed, { description: failureReason(error) }),
  });
}

export type Removal = UseMutationResult<SharedLogins, Error, void>;

/** The state of the pairing, polled while it waits for the other agent. */
export function usePairing() {
  const agent = useAgent();
  const queryClient = useQueryClient();
  const keep = (state: PairingState) => {
    queryClient.setQueryData(PAIRING_KEY, state);
    if (state.state === 'paired') void queryClient.invalidateQueries({ queryKey: KEY });
  };
  const state = useQuery({
    queryKey: PAIRING_KEY,
    queryFn: async ({ signal }) => {
      const found = await askAgent(agent, sharedLoginApi.getPairing, {}, signal);
      if (found.state === 'paired') void queryClient.invalidateQueries({ queryKey: KEY });
      return found;
    },
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'showing' || (data?.state === 'comparing' && !data.confirmsHere) ? PAIRING_MS : false,
    gcTime: 0,
  });
  return {
    state: state.data,
    show: useMutation({ mutationFn: () => askAgent(agent, sharedLoginApi.showPairingCode, {}), onSuccess: keep }),
    join: useMutation({
      mutationFn: (code: string) => askAgent(agent, sharedLoginApi.joinPairing, { body: { code } }),
      onSuccess: keep,
    }),
    confirm: useMutation({
      mutationFn: (words: string[]) => askAgent(agent, sharedLoginApi.confirmPairing, { body: { words } }),
      onSuccess: keep,
    }),
    cancel: useMutation({
      mutationFn: () => askAgent(agent, sharedLoginApi.cancelPairing, {}),
      onSuccess: () => keep({ state: 'none' }),
    }),
  };
}

function useKeep(): (logins: SharedLogins) => void {
  const queryClient = useQueryClient();
  return (logins) => void queryClient.setQueryData(KEY, logins);
}
