import { queryOptions } from '@tanstack/react-query';
import type { Supabase } from '@/lib/supabase.ts';
import { platformOf } from '../../../shared/posts/platforms.ts';
import type { SocialAccountsRow } from '../../../shared/workspace/database.ts';

/** The number of an account's posts that its platform holds, always refetched. Fails with Supabase's error. */
export function heldCountQuery(supabase: Supabase, { id, platform }: Pick<SocialAccountsRow, 'id' | 'platform'>) {
  return queryOptions({
    queryKey: ['post_deliveries', 'held', id],
    async queryFn({ signal }): Promise<number> {
      if (!platformOf(platform).holds) return 0;
      const { count } = await supabase
        .from('post_deliveries')
        .select('id', { count: 'exact', head: true })
        .eq('account_id', id)
        .in('state', ['handed_over', 'publishing'])
        .not('held_until', 'is', null)
        .abortSignal(signal)
        .retry(false)
        .throwOnError();
      return count ?? 0;
    },
    staleTime: 0,
  });
}
