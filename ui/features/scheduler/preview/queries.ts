import { queryOptions } from '@tanstack/react-query';
import type { PreviewedContent } from '@/domain/posts/preview/previewed-content.ts';
import type { Supabase } from '@/lib/supabase.ts';

/** The content to preview, uncached; null if it does not exist. Fails with Supabase's error. */
export function previewQuery(supabase: Supabase, id: string) {
  return queryOptions({
    queryKey: ['generated_content', 'preview', id],
    queryFn: async ({ signal }): Promise<PreviewedContent | null> => {
      const { data } = await supabase
        .from('generated_content')
        .select(
          'id, caption, hashtags, alternatives, updated_at, platforms, media, media_url, content_type, as_document, link_card',
        )
        .eq('id', id)
        .abortSignal(signal)
        .retry(false)
        .maybeSingle()
        .throwOnError();
      return data;
    },
    staleTime: 0,
  });
}
