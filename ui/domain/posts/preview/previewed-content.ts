import { queryOptions } from '@tanstack/react-query';
import type { Supabase } from '@/lib/supabase.ts';
import type { PostOrigin } from '../../../../shared/posts/link-tags.ts';
import type { ChannelLimits } from '../../../../shared/publishing/channel.ts';
import type { GeneratedContentRow, SocialAccountsRow } from '../../../../shared/workspace/database.ts';

/** The fields of a piece of content that previews need. */
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
  | 'options'
> &
  PostOrigin;

/** An account; `handle` is its name on the platform, null if the user posts manually. */
type PreviewedAccount = Pick<SocialAccountsRow, 'platform' | 'account_label'> & {
  handle: string | null;
  limits?: ChannelLimits | undefined;
};

/** The accounts, grouped by platform, oldest first. Fails with Supabase's error. */
export function previewedAccountsQuery(supabase: Supabase) {
  return queryOptions({
    queryKey: ['social_accounts', 'previewed'],
    queryFn: async ({ signal }): Promise<PreviewedAccount[]> => {
      const { data } = await supabase
        .from('social_accounts')
        .select('platform, account_label, channels(handle, limits)')
        .order('created_at')
        .abortSignal(signal)
        .retry(false)
        .throwOnError();
      return data.map(({ channels, ...account }) => {
        // An object, because an account has at most one; the generated types say an array.
        const [channel] = [channels].flat();
        return { ...account, handle: channel?.handle ?? null, limits: channel?.limits };
      });
    },
  });
}
