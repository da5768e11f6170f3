import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { toast } from '@/components/toast.tsx';
import { askAgent } from '@/domain/workspace/operations.ts';
import { accountsQuery } from '@/features/accounts/queries.ts';
import { sessionToasts } from '@/features/accounts/session/messages.ts';
import { type CallAgent, useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';
import type { LoginState } from '../../../../shared/accounts/account-session.ts';
import { accountApi } from '../../../../shared/api/accounts.ts';
import type { SocialAccountsRow } from '../../../../shared/workspace/database.ts';

export type Login = {
  /** `opening` until the agent has answered. */
  state: 'closed' | 'opening' | 'open';
  /** Why the last attempt of this window failed, with the remedy, or null. */
  failure: string | null;
  start: () => void;
  cancel: () => void;
  /** Clears `failure`. */
  dismiss: () => void;
};

/** Opens a log-in window for an account and polls it until it closes, then refetches the accounts. */
export function useLogin(account: SocialAccountsRow): Login {
  const { id, account_label: label } = account;
  const agent = useAgent();
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const query = loginQuery(agent, id);
  const { data: login } = useQuery(query);
  const before = useRef(login?.state);
  const put = (state: LoginState) => void queryClient.setQueryData(query.queryKey, state);

  const onChange = useEffectEvent((state: LoginState['state'] | undefined) => {
    const wasOpen = before.current === 'open';
    before.current = state;
    if (!wasOpen || state === 'open') return;
    void queryClient.invalidateQueries({ queryKey: accountsQuery(supabase).queryKey });
    if (state === 'done') toast(sessionToasts.loggedIn(label));
  });
  useEffect(() => onChange(login?.state), [login?.state]);

  const starting = useMutation({
    mutationFn: () => askAgent(agent, accountApi.openLogin, { params: { id } }),
    onMutate: () => queryClient.cancelQueries({ queryKey: query.queryKey }),
    onSuccess: put,
    onError: (error) => put({ state: 'failed', error: failureReason(error) }),
  });
  const cancelling = useMutation({
    mutationFn: () => askAgent(agent, accountApi.closeLogin, { params: { id } }),
    onError: (error) => toast(sessionToasts.cancelFailed(failureReason(error))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.queryKey }),
  });

  // An old failure is irrelevant once the account is logged in.
  const isWanted = !account.is_logged_in || account.warmup_held_reason !== null || !starting.isIdle;
  return {
    state: starting.isPending ? 'opening' : login?.state === 'open' ? 'open' : 'closed',
    failure: login?.state === 'failed' && isWanted && !starting.isPending ? login.error : null,
    start: () => starting.isPending || starting.mutate(),
    cancel: () => cancelling.isPending || cancelling.mutate(),
    dismiss: () => put({ state: 'none' }),
  };
}

/** Polling interval of an open log-in window, in milliseconds. */
const LOGIN_POLL_MS = 1_500;

/**
 * The state of an account's log-in window; polled while one is open, also while this page is in the background. Throws
 * the agent's error.
 */
function loginQuery(agent: CallAgent, id: string) {
  return queryOptions({
    queryKey: ['account-login', id],
    queryFn: ({ signal }) => askAgent(agent, accountApi.getLogin, { params: { id } }, signal),
    refetchInterval: ({ state }) => state.data?.state === 'open' && LOGIN_POLL_MS,
    refetchIntervalInBackground: true,
    // Only this hook opens windows, and a dismissed failure must not return.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
