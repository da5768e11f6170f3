import { queryOptions } from '@tanstack/react-query';
import type { Supabase } from '@/lib/supabase.ts';
import type { SocialAccountsRow } from '../../../shared/workspace/database.ts';

/** Every account, newest first (§7). Fails with Supabase's error. */
export function accountsQuery(supabase: Supabase) {
  return queryOptions({
    queryKey: ['social_accounts'],
    queryFn: async ({ signal }): Promise<SocialAccountsRow[]> => {
      // Without supabase-js's retries, which delay a failure by 7 s.
      const { data } = await supabase
        .from('social_accounts')
        .select('*')
        .order('created_at', { ascending: false })
        .order('id')
        .abortSignal(signal)
        .retry(false)
        .throwOnError();
      return data;
    },
  });
}

/** Adds an account (§7). Throws Supabase's error. */
export async function addAccount(
  supabase: Supabase,
  account: Pick<SocialAccountsRow, 'platform' | 'account_label'>,
): Promise<SocialAccountsRow> {
  const added = supabase.from('social_accounts').insert({ ...account, is_logged_in: false });
  return (await added.select().single().throwOnError()).data;
}

/** Updates fields of an account. Throws Supabase's error. */
export async function changeAccount(supabase: Supabase, id: string, change: Partial<SocialAccountsRow>): Promise<void> {
  await supabase.from('social_accounts').update(change).eq('id', id).throwOnError();
}
