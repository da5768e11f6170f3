import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import { accountToasts } from '@/features/accounts/messages.ts';
import { accountsQuery } from '@/features/accounts/queries.ts';
import { type RemovedAccount, removeAccount, restoreAccount } from '@/features/accounts/remove-account.ts';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/failure-reason.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { accountSessionPath } from '../../../shared/account-session.ts';

/**
 * Deletes an account at once (§2), with an undo in the notification. Its log-in on this machine goes with it, once the
 * undo has lapsed. `onGone` runs when its row is about to leave the list.
 */
export function useDeleteAccount(id: string, onGone: () => void): { deleting: boolean; remove: () => void } {
  const supabase = useSupabase();
  const agent = useAgent();
  const queryClient = useQueryClient();
  const { queryKey } = accountsQuery(supabase);
  const reload = () => queryClient.invalidateQueries({ queryKey });

  /**
   * The agent waits for a minute and forgets only what is still gone then, so that an undo brings back a log-in that
   * works; it looks by itself, too.
   */
  const forgetSession = () => void agent(accountSessionPath(id), { method: 'DELETE' }).catch(() => undefined);

  async function undo(removed: RemovedAccount) {
    try {
      await restoreAccount(supabase, removed);
      toast(accountToasts.restored);
    } catch (error) {
      const action = { label: accountToasts.again, onClick: () => void undo(removed) };
      toast({ ...accountToasts.restoreFailed(failureReason(error)), action });
    }
    await reload();
  }

  const { mutate, isPending } = useMutation({
    mutationFn: () => removeAccount(supabase, id),
    onSuccess(removed) {
      if (removed) {
        const action = { label: accountToasts.undo, onClick: () => void undo(removed) };
        toast({ ...accountToasts.deleted, action });
      } else toast(accountToasts.deletedElsewhere);
      onGone();
      forgetSession();
      queryClient.setQueryData(queryKey, (accounts) => accounts?.filter((account) => account.id !== id));
      return reload();
    },
    onError: (error) => toast(accountToasts.deleteFailed(failureReason(error))),
  });
  return { deleting: isPending, remove: () => mutate() };
}
