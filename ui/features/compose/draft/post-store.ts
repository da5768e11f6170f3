import type { StoredFields } from '@/features/compose/draft/draft.ts';
import type { Supabase } from '@/lib/supabase.ts';
import type { PostFields } from '../../../../shared/posts/compose.ts';
import type { PostOrigin } from '../../../../shared/posts/link-tags.ts';
import type { GeneratedContentRow, ScheduledPostsRow } from '../../../../shared/workspace/database.ts';

/** An entry of a post in the timeline. */
export type Place = Pick<ScheduledPostsRow, 'id' | 'status' | 'scheduled_time' | 'problems'>;

export type StoredPost = StoredFields &
  PostOrigin &
  Pick<GeneratedContentRow, 'status' | 'created_at' | 'updated_at'> &
  Partial<Pick<GeneratedContentRow, 'brought_back'>> & {
    scheduled_posts: Place[];
    post_series: { id: string; stopped_at: string | null } | null;
  };

/** The post, uncached; null if it does not exist. Throws Supabase's error. */
export async function readPost(supabase: Supabase, id: string): Promise<StoredPost | null> {
  const { data } = await supabase
    .from('generated_content')
    .select(
      'status, created_at, updated_at, brought_back, caption, hashtags, alternatives, account_versions, first_comment, as_document, link_card, options, platforms, account_ids, media, media_url, content_type, template_name, content_projects(niche_name), scheduled_posts(id, status, scheduled_time, problems), post_series(id, stopped_at)',
    )
    .eq('id', id)
    .retry(false)
    .maybeSingle()
    .throwOnError();
  return data;
}

/** See public.save_content. Throws Supabase's error. */
export async function savePost(supabase: Supabase, id: string, expected: string | null, fields: PostFields) {
  const { data } = await supabase.rpc('save_content', { content: id, expected, fields }).retry(false).throwOnError();
  return data;
}

/** Copies a post to a draft with the id `copy`; returns whether the post exists. Throws Supabase's error. */
export async function duplicatePost(supabase: Supabase, id: string, copy: string): Promise<boolean> {
  const made = supabase.rpc('duplicate_content', { content: id, new_id: copy });
  return (await made.retry(false).throwOnError()).data === 'done';
}

/** The upcoming timeline entry, if any. */
export function waitingPlace(post: StoredPost | null): Place | undefined {
  return post?.scheduled_posts.find(({ status }) => status === 'scheduled');
}
