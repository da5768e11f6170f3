import { queryOptions } from '@tanstack/react-query';
import type { Supabase } from '@/lib/supabase.ts';
import type { GeneratedContentRow, SocialAccountsRow } from '../../../../shared/workspace/database.ts';

/** What a preview shows of a piece of content. */
export type PreviewedContent = Pick<
  GeneratedContentRow,
  | 'id'
  | 'caption'
  | 'hashtags'
  | 'alternatives'
  | 'updated_at'
  | 'platforms'
  | 'media'
  | 'media_url'
  | 'content_type'
  | 'as_document'
  | 'link_card'
>;

/** The accounts' labels by platform, the oldest account of each first. Fails with what Supabase answers. */
export function accountLabelsQuery(supabase: Supabase) {
  return queryOptions({
    queryKey: ['social_accounts', 'labels'],
    queryFn: async ({ signal }): Promise<Pick<SocialAccountsRow, 'platform' | 'account_label'>[]> => {
      const { data } = await supabase
        .from('social_accounts')
        .select('platform, account_label')
        .order('created_at')
        .abortSignal(signal)
        .retry(false)
        .throwOnError();
      return data;
    },
  });
}
