import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import { switchMessages } from '@/features/accounts/history/messages.ts';
import { accountsQuery } from '@/features/accounts/queries.ts';
import { failureReason } from '@/lib/failure-reason.ts';
import { useSupabase } from '@/lib/supabase.ts';
import type { SocialAccountsRow } from '../../../../shared/database.ts';

export type AccountSwitchField = 'auto_warmup' | 'is_established';

/**
 * One switch of an account: shown as it was switched while it is being saved, and as it is stored again when that
 * fails.
 */
export function useAccountSwitch(
  account: SocialAccountsRow,
  field: AccountSwitchField,
): { isOn: boolean; change: (isOn: boolean) => void } {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const { queryKey } = accountsQuery(supabase);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (isOn: boolean) => {
      const change: Partial<SocialAccountsRow> = { [field]: isOn };
      return supabase.from('social_accounts').update(change).eq('id', account.id).throwOnError();
    },
    onError: (error) =>
      toast({ title: switchMessages.saveFailed, description: failureReason(error), variant: 'destructive' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  return { isOn: isPending ? variables : account[field], change: mutate };
}
