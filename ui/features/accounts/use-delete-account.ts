import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import { accountToasts } from '@/features/accounts/messages.ts';
import { accountsQuery } from '@/features/accounts/queries.ts';
import { type RemovedAccount, removeAccount, restoreAccount } from '@/features/accounts/remove-account.ts';
import { failureReason } from '@/lib/failure-reason.ts';
import { useSupabase } from '@/lib/supabase.ts';

/** Deletes an account at once (§2), with an undo in the notification. `onGone` runs when its row is about to leave the list. */
export function useDeleteAccount(id: string, onGone: () => void): { deleting: boolean; remove: () => void } {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const { queryKey } = accountsQuery(supabase);
  const reload = () => queryClient.invalidateQueries({ queryKey });

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
      queryClient.setQueryData(queryKey, (accounts) => accounts?.filter((account) => account.id !== id));
      return reload();
    },
    onError: (error) => toast(accountToasts.deleteFailed(failureReason(error))),
  });
  return { deleting: isPending, remove: () => mutate() };
}
