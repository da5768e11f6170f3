import { useQuery } from '@tanstack/react-query';
import { useSupabase } from '@/lib/supabase.ts';

/** How often held accounts are refetched, in milliseconds. */
const REFETCH_INTERVAL_MS = 60_000;

/**
 * The accounts whose automatic warm-ups wait for the user, by label. Refetched with the accounts; undefined until
 * known.
 */
export function useHeldAccounts(): { id: string; label: string }[] | undefined {
  const supabase = useSupabase();
  return useQuery({
    queryKey: ['social_accounts', 'held'],
    queryFn: async ({ signal }) => {
      const { data } = await supabase
        .from('social_accounts')
        .select('id, account_label')
        .not('warmup_held_reason', 'is', null)
        .order('account_label')
        .abortSignal(signal)
        .retry(false)
        .throwOnError();
      return data.map((row) => ({ id: row.id, label: row.account_label }));
    },
    refetchInterval: REFETCH_INTERVAL_MS,
  }).data;
}
