import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '@/components/toast.tsx';
import { heldCountQuery } from '@/domain/publishing/held-count.ts';
import { askAgent } from '@/domain/workspace/operations.ts';
import { accountToasts } from '@/features/accounts/messages.ts';
import { accountsQuery } from '@/features/accounts/queries.ts';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import { type Supabase, useSupabase } from '@/lib/supabase.ts';
import { accountApi } from '../../../shared/api/accounts.ts';
import { publishingApi } from '../../../shared/api/publishing.ts';
import { heldInWords } from '../../../shared/publishing/held-in-words.ts';
import type { SocialAccountsRow, WarmupRunsRow } from '../../../shared/workspace/database.ts';

/**
 * `held` is the number of posts that its platform holds. If not 0, the user must confirm: the posts are taken back
 * first.
 */
export type Deletion = {
  deleting: boolean;
  remove: () => void;
  held: number;
  confirm: () => void;
  dismiss: () => void;
};

/**
 * Deletes an account at once (§2), with an undo in the notification; asks first if its platform holds posts. Its log-in
 * on this machine is removed once the undo has expired. `onGone` runs just before its row leaves the list.
 */
export function useDeleteAccount({ id, platform }: SocialAccountsRow, onGone: () => void): Deletion {
  const supabase = useSupabase();
  const agent = useAgent();
  const queryClient = useQueryClient();
  const { queryKey } = accountsQuery(supabase);
  const reload = () => queryClient.invalidateQueries({ queryKey });

  /**
   * The agent waits a minute and removes only what is still deleted then, so that an undo restores a working log-in; it
   * also sweeps periodically.
   */
  const forgetSession = () => void askAgent(agent, accountApi.forgetSession, { params: { id } }).catch(() => undefined);

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

  const [held, setHeld] = useState(0);
  const { mutate, isPending } = useMutation({
    async mutationFn({ isAsked }: { isAsked: boolean }) {
      const count = isAsked ? 0 : await queryClient.fetchQuery(heldCountQuery(supabase, { id, platform }));
      if (count > 0) return { asks: count };
      const told =
        isAsked && heldInWords(platform, await askAgent(agent, publishingApi.takeBackPosts, { params: { id } }));
      return { removed: await removeAccount(supabase, id), told };
    },
    onSuccess({ asks, removed, told }) {
      if (asks) return setHeld(asks);
      if (removed) {
        const action = { label: accountToasts.undo, onClick: () => void undo(removed) };
        const { title, description } = accountToasts.deleted;
        toast({ title, description: told ? `${description}. ${told}` : description, action });
      } else toast(accountToasts.deletedElsewhere);
      onGone();
      forgetSession();
      queryClient.setQueryData(queryKey, (accounts) => accounts?.filter((account) => account.id !== id));
      return reload();
    },
    onError: (error) => toast(accountToasts.deleteFailed(failureReason(error))),
  });
  const dismiss = () => setHeld(0);
  return {
    deleting: isPending,
    remove: () => mutate({ isAsked: false }),
    held,
    dismiss,
    confirm() {
      dismiss();
      mutate({ isAsked: true });
    },
  };
}

/** A deleted account with its warm-up history, and the ids of its script runs. */
type RemovedAccount = { account: SocialAccountsRow; warmupRuns: WarmupRunsRow[]; scriptRuns: string[] };

/**
 * Deletes an account (§7) and returns what is needed to restore it; null when it was already deleted. Throws Supabase's
 * error.
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
 * Restores a deleted account with its id, date and related rows. Throws Supabase's error; then nothing is restored, and
 * it can be retried.
 */
async function restoreAccount(supabase: Supabase, { account, warmupRuns, scriptRuns }: RemovedAccount): Promise<void> {
  await supabase.rpc('restore_account', { account, warmups: warmupRuns, scripts: scriptRuns }).throwOnError();
}
