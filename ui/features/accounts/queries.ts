import { queryOptions } from '@tanstack/react-query';
import type { Supabase } from '@/lib/supabase.ts';
import type { SocialAccountsRow } from '../../../shared/workspace/database.ts';

/** Every account, newest first (§7). Fails with what Supabase answers. */
export function accountsQuery(supabase: Supabase) {
  return queryOptions({
    queryKey: ['social_accounts'],
    queryFn: async ({ signal }): Promise<SocialAccountsRow[]> => {
      // Without supabase-js's own retries, which wait 7 s before a failure is seen.
      const { data } = await supabase
        .from('social_accounts')
        .select('*')
        .order('created_at', { ascending: false })
        .abortSignal(signal)
        .retry(false)
        .throwOnError();
      return data;
    },
  });
}

/** Changes what is named of an account. Throws what Supabase answers. */
export async function changeAccount(supabase: Supabase, id: string, change: Partial<SocialAccountsRow>): Promise<void> {
  await supabase.from('social_accounts').update(change).eq('id', id).throwOnError();
}
