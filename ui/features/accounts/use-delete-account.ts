import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import { accountToasts } from '@/features/accounts/messages.ts';
import { accountsQuery } from '@/features/accounts/queries.ts';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import { type Supabase, useSupabase } from '@/lib/supabase.ts';
import { accountSessionPath } from '../../../shared/accounts/account-session.ts';
import type { SocialAccountsRow, WarmupRunsRow } from '../../../shared/workspace/database.ts';

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

/** A deleted account with what went with it: its warm-up history, and the ids of the script runs that were its own. */
type RemovedAccount = { account: SocialAccountsRow; warmupRuns: WarmupRunsRow[]; scriptRuns: string[] };

/**
 * Deletes an account (§7) and answers what is needed to restore it; null when it was gone already. Throws what Supabase
 * answers.
 */
async function removeAccount(supabase: Supabase, id: string): Promise<RemovedAccount | null> {
  const [{ data: warmupRuns }, { data: scriptRuns }] = await Promise.all([
    supabase.from('warmup_runs').select('*').eq('account_id', id).retry(false).throwOnError(),
    supabase.from('script_runs').select('id').eq('account_id', id).retry(false).throwOnError(),
  ]);
  const { data: removed } = await supabase.from('social_accounts').delete().eq('id', id).select().throwOnError();
  const account = removed[0];
  return account ? { account, warmupRuns, scriptRuns: scriptRuns.map((run) => run.id) } : null;
}

/**
 * Puts a deleted account back as it was, under its own id and date, with all that belonged to it. Throws what Supabase
 * answers; then nothing has come back, and it can be called again.
 */
async function restoreAccount(supabase: Supabase, { account, warmupRuns, scriptRuns }: RemovedAccount): Promise<void> {
  await supabase.rpc('restore_account', { account, warmups: warmupRuns, scripts: scriptRuns }).throwOnError();
}
