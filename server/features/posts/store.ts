import type { Post, PostsQuery } from '../../../shared/agent-api.ts';
import { AppError } from '../../errors.ts';
import type { Client } from '../../supabase/connection.ts';

const COLUMNS =
  'id, status, scheduled_time, generated_content!inner(id, content_type, platforms, caption, hashtags, media_url, template_name)';

/** AppError unavailable in hosted mode without a secret key, and when Supabase does not answer. */
export async function listPosts(admin: Client | null, { status, limit }: PostsQuery): Promise<Post[]> {
  if (!admin) {
    throw new AppError(
      'unavailable',
      'Listing posts here needs the secret key of your Supabase project: start the agent with --supabase-secret-key.',
    );
  }
  const all = admin.from('scheduled_posts').select(COLUMNS).order('scheduled_time').order('id').limit(limit);
  const { data, error } = await (status ? all.eq('status', status) : all);
  if (error) throw new AppError('unavailable', `Supabase could not list the posts: ${error.message}`, { cause: error });
  return data;
}
