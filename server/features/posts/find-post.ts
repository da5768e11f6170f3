import type { GeneratedContentRow, ScheduledPostsRow } from '../../../shared/workspace/database.ts';
import { AppError } from '../../errors.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';
import { noSuchPost, severalPosts } from './messages.ts';

export type Place = Pick<ScheduledPostsRow, 'id' | 'status' | 'scheduled_time'>;
/** A post with one entry of its timeline: the given one, else the next to be published, else the latest. */
export type FoundPost = { content: GeneratedContentRow; place: Place | null };

/** The first or last id with this prefix, padded with `digit`. */
export function asUuid(beginning: string, digit: string): string {
  const digits = beginning.replaceAll('-', '').padEnd(32, digit);
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * The post whose id, or whose timeline entry's id, has this prefix. AppError not_found, conflict when ambiguous, or
 * unavailable.
 */
export async function findPost(client: Client, id: string): Promise<FoundPost> {
  const [from, to] = [asUuid(id, '0'), asUuid(id, 'f')];
  const [places, contents] = await Promise.all([
    client.from('scheduled_posts').select('id, content_id').gte('id', from).lte('id', to).limit(2),
    client.from('generated_content').select('id').gte('id', from).lte('id', to).limit(2),
  ]);
  const error = places.error ?? contents.error;
  if (error) throw couldNot('read the post', error);
  const named = [
    ...(places.data ?? []).map((row) => ({ contentId: row.content_id, placeId: row.id })),
    ...(contents.data ?? []).map((row) => ({ contentId: row.id, placeId: null })),
  ];
  const [one, ...others] = named;
  if (!one) throw new AppError('not_found', noSuchPost(id));
  if (others.length > 0) throw new AppError('conflict', severalPosts(id));
  return readPostOf(client, one.contentId, one.placeId);
}

/** The post with this complete id. AppError not_found or unavailable. */
export async function readPostOf(client: Client, contentId: string, placeId: string | null = null): Promise<FoundPost> {
  const [content, places] = await Promise.all([
    client.from('generated_content').select('*').eq('id', contentId).maybeSingle(),
    client
      .from('scheduled_posts')
      .select('id, status, scheduled_time')
      .eq('content_id', contentId)
      .order('scheduled_time', { ascending: false })
      .limit(100),
  ]);
  const error = content.error ?? places.error;
  if (error) throw couldNot('read the post', error);
  if (!content.data) throw new AppError('not_found', noSuchPost(contentId));
  const all = places.data ?? [];
  const place = placeId ? all.find((row) => row.id === placeId) : all.find((row) => row.status === 'scheduled');
  return { content: content.data, place: place ?? all[0] ?? null };
}
