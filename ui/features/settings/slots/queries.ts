import { queryOptions } from '@tanstack/react-query';
import type { Supabase } from '@/lib/supabase.ts';
import type { SocialAccountsRow } from '../../../../shared/workspace/database.ts';

export type AccountTimes = Pick<SocialAccountsRow, 'id' | 'platform' | 'account_label' | 'posting_times'>;

/** The accounts with their own posting times, by label. Fails with Supabase's error. */
export function accountTimesQuery(supabase: Supabase) {
  return queryOptions({
    queryKey: ['social_accounts', 'posting_times'],
    queryFn: async ({ signal }): Promise<AccountTimes[]> => {
      const accounts = supabase.from('social_accounts').select('id, platform, account_label, posting_times');
      const sorted = accounts.order('account_label').order('id').abortSignal(signal);
      return (await sorted.retry(false).throwOnError()).data;
    },
  });
}

/** Sets an account's own posting times; without any, it uses those of all accounts. Throws Supabase's error. */
export async function changeAccountTimes(supabase: Supabase, id: string, times: number[]): Promise<void> {
  const posting_times = times.length > 0 ? times : null;
  await supabase.from('social_accounts').update({ posting_times }).eq('id', id).throwOnError();
}
