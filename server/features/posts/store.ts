import { readTimeChoice } from '../../../shared/learning/choice.ts';
import { type Brand, NO_BRAND } from '../../../shared/pictures/brand.ts';
import { readBroughtBack } from '../../../shared/posts/brought-back.ts';
import { readReasons } from '../../../shared/posts/post-reasons.ts';
import { POSTS_LIMIT_MAX, type Post, type PostDetail, type PostsQuery } from '../../../shared/posts/posts-api.ts';
import { AppError } from '../../errors.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';
import { asUuid } from './find-post.ts';
import { noSuchPost, severalPosts } from './messages.ts';

const CONTENT = 'id, content_type, platforms, caption, hashtags, media_url, template_name, reasons';
const WRITTEN = 'created_at, status, sources, writer, input_tokens, output_tokens, cost_usd, brought_back';

/** AppError unavailable in hosted mode without a secret key, and when Supabase fails. */
export async function listPosts(admin: Client | null, { status, order, limit }: PostsQuery): Promise<Post[]> {
  const all = able(admin)
    .from('scheduled_posts')
    .select(`id, status, scheduled_time, generated_content!inner(${CONTENT})`)
    .order('scheduled_time', { ascending: order === 'earliest' })
    .order('id')
    .limit(limit);
  const { data, error } = await (status ? all.eq('status', status) : all);
  if (error) throw couldNot('list the posts', error);
  return data.map(withReadableReasons);
}

/** The post with this id or unique prefix. AppError not_found, conflict when ambiguous, or unavailable. */
export async function readPost(admin: Client | null, id: string): Promise<PostDetail> {
  const { data, error } = await able(admin)
    .from('scheduled_posts')
    .select(`id, status, scheduled_time, time_choice, generated_content!inner(${CONTENT}, ${WRITTEN})`)
    .gte('id', asUuid(id, '0'))
    .lte('id', asUuid(id, 'f'))
    .limit(2);
  if (error) throw couldNot('list the posts', error);
  const [post, other] = data;
  if (!post) throw new AppError('not_found', noSuchPost(id));
  if (other) throw new AppError('conflict', severalPosts(id));
  const { generated_content: content, ...readable } = withReadableReasons(post);
  const brought_back = readBroughtBack(content.brought_back);
  return {
    ...readable,
    generated_content: { ...content, brought_back },
    time_choice: readTimeChoice(post.time_choice),
  };
}

/** The drafts, last changed first. AppError unavailable. */
export async function listDrafts(client: Client) {
  const { data, error } = await client
    .from('generated_content')
    .select('id, updated_at, content_type, platforms, caption')
    .eq('status', 'draft')
    .order('updated_at', { ascending: false })
    .limit(POSTS_LIMIT_MAX);
  if (error) throw couldNot('list the drafts', error);
  return data;
}

/** The settings of the workspace's pictures. AppError unavailable. */
export async function readBrand(client: Client): Promise<Brand> {
  const { data, error } = await client.from('app_settings').select('brand_color, brand_handle').maybeSingle();
  if (error) throw couldNot('read the settings', error);
  return data ?? NO_BRAND;
}

function able(admin: Client | null): Client {
  if (!admin) throw new AppError('unavailable', NEEDS_SECRET_KEY);
  return admin;
}

/** Leaves out reasons of a newer version or edited by hand. */
function withReadableReasons<Row extends { generated_content: { reasons: unknown } }>(row: Row) {
  const { generated_content: content } = row;
  return { ...row, generated_content: { ...content, reasons: readReasons(content.reasons) } };
}

const NEEDS_SECRET_KEY =
  'Listing posts here needs the secret key of your Supabase project: sign in with `local-agent link`, or start the agent with --supabase-secret-key.';
