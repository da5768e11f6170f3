import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import { holdToasts } from '@/features/accounts/history/messages.ts';
import { accountsQuery } from '@/features/accounts/queries.ts';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/failure-reason.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { accountReleasePath } from '../../../../shared/accounts.ts';
import type { SocialAccountsRow } from '../../../../shared/database.ts';

/**
 * Asks the agent to lift the hold of an account's automatic warm-ups, says how that ended, and reloads the accounts.
 */
export function useReleaseHold({ id, account_label: label }: SocialAccountsRow): {
  isReleasing: boolean;
  release: () => void;
} {
  const agent = useAgent();
  const queryClient = useQueryClient();
  const { queryKey } = accountsQuery(useSupabase());
  const { mutate, isPending } = useMutation({
    mutationFn: () => agent(accountReleasePath(id), { method: 'POST' }),
    onSuccess: () => toast(holdToasts.lifted(label)),
    onError: (error) => toast(holdToasts.failed(failureReason(error))),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  return { isReleasing: isPending, release: () => mutate() };
}
