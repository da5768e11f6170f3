import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import { autoMessages } from '@/features/accounts/history/messages.ts';
import { accountsQuery } from '@/features/accounts/queries.ts';
import { failureReason } from '@/lib/failure-reason.ts';
import { useSupabase } from '@/lib/supabase.ts';
import type { SocialAccountsRow } from '../../../../shared/database.ts';

/** social_accounts.auto_warmup: shown as it was switched while it is being saved, and as it is stored again when that fails. */
export function useAutoWarmup({ id, auto_warmup: stored }: SocialAccountsRow): {
  isOn: boolean;
  change: (isOn: boolean) => void;
} {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const { queryKey } = accountsQuery(supabase);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (isOn: boolean) =>
      supabase.from('social_accounts').update({ auto_warmup: isOn }).eq('id', id).throwOnError(),
    onError: (error) =>
      toast({ title: autoMessages.saveFailed, description: failureReason(error), variant: 'destructive' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  return { isOn: isPending ? variables : stored, change: mutate };
}
