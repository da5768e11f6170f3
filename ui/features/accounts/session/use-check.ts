import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import { askAgent } from '@/domain/workspace/operations.ts';
import { accountsQuery } from '@/features/accounts/queries.ts';
import { sessionMessages, sessionToasts } from '@/features/accounts/session/messages.ts';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { accountApi } from '../../../../shared/api/accounts.ts';
import type { SocialAccountsRow } from '../../../../shared/workspace/database.ts';

/**
 * Checks whether an account is still logged in, reports it, and refetches the accounts. `onLogIn` is the button's
 * action if it is not.
 */
export function useCheck(
  { id, account_label: label }: SocialAccountsRow,
  onLogIn: () => void,
): { checking: boolean; check: () => void } {
  const agent = useAgent();
  const queryClient = useQueryClient();
  const { queryKey } = accountsQuery(useSupabase());
  const { mutate, isPending } = useMutation({
    mutationFn: () => askAgent(agent, accountApi.checkAccount, { params: { id } }),
    onSuccess({ loggedIn, reason }) {
      const action = { label: sessionMessages.logIn, onClick: onLogIn };
      toast(loggedIn ? sessionToasts.stillLoggedIn(label) : { ...sessionToasts.loggedOut(reason), action });
    },
    onError: (error) => toast(sessionToasts.checkFailed(failureReason(error))),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  return { checking: isPending, check: () => isPending || mutate() };
}
