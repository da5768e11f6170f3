import { setTimeout as delay } from 'node:timers/promises';
import { type Brand, NO_BRAND } from '../../../shared/pictures/brand.ts';
import { MEDIA_BUCKET } from '../../../shared/posts/media-bucket.ts';
import type { GeneratedContentRow, Json, MediaItem } from '../../../shared/workspace/database.ts';
import { AppError } from '../../errors.ts';
import type { Client } from '../../supabase/connection.ts';
import type { FilmPictures } from './encode.ts';
import { CHANGED, couldNot, noSuchPicture, notNow, tooLargePicture } from './messages.ts';

const PICTURE_MAX_MB = 25;

/** The fields that a video is made from: if one changes, the video no longer fits the post. */
const MADE_OF = ['caption', 'media', 'sources'] as const satisfies (keyof GeneratedContentRow)[];

/** The brand settings for the workspace's pictures. AppError unavailable. */
export async function readBrand(client: Client): Promise<Brand> {
  const { data, error } = await client.from('app_settings').select('brand_color, brand_handle').maybeSingle();
  if (error) throw failed('read the settings', error);
  return data ?? NO_BRAND;
}

/** A project's niche; empty if the project was deleted. AppError unavailable. */
export async function readNiche(client: Client, project: string): Promise<string> {
  const found = client.from('content_projects').select('niche_name').eq('id', project);
  const { data, error } = await found.maybeSingle();
  if (error) throw failed('read the project', error);
  return data?.niche_name ?? '';
}

/** AppError conflict if a post gets no video because of its state. */
export async function assertOpen(client: Client, { id, status }: GeneratedContentRow): Promise<void> {
  if (status === 'published') throw new AppError('conflict', notNow('published'));
  const sending = client.from('scheduled_posts').select('id').eq('content_id', id).eq('status', 'publishing').limit(1);
  const { data, error } = await sending;
  if (error) throw failed('read the post', error);
  if (data.length > 0) throw new AppError('conflict', notNow('publishing'));
}

/**
 * Stored pictures by path, including those deleted from the library that posts still use. AppError bad_input for one
 * that does not exist or is too large.
 */
export async function readPictures(client: Client, paths: readonly string[]): Promise<FilmPictures> {
  const pictures = new Map<string, { type: string; bytes: Uint8Array }>();
  for (const path of new Set(paths)) {
    const file = client.from('media_objects').select('kind, size_bytes').eq('path', path);
    const { data, error } = await file.maybeSingle();
    if (error) throw failed('read the picture', error);
    if (data?.kind !== 'picture') throw new AppError('bad_input', noSuchPicture(path));
    if (data.size_bytes > PICTURE_MAX_MB * 1_000_000)
      throw new AppError('bad_input', tooLargePicture(path, PICTURE_MAX_MB));
    const loaded = await client.storage.from(MEDIA_BUCKET).download(path);
    if (loaded.error) throw failed('read the picture', loaded.error);
    pictures.set(path, { type: loaded.data.type, bytes: new Uint8Array(await loaded.data.arrayBuffer()) });
  }
  return pictures;
}

/**
 * Attaches the video to the post, replacing its pictures. Concurrent changes of the post's time or accounts do not
 * matter. AppError conflict when its words or pictures were changed, or it is being published.
 */
export async function attach(client: Client, made: GeneratedContentRow, video: MediaItem): Promise<void> {
  let expected = made.updated_at;
  for (let attempt = 1; ; attempt++) {
    const fields = { media: [video] } as unknown as Json;
    const { data, error } = await client.rpc('save_content', { content: made.id, expected, fields });
    if (error) throw failed('save the post', error);
    if (data.state === 'saved') return;
    if (data.state !== 'changed' || attempt === ATTEMPTS) throw new AppError('conflict', notNow(data.state));
    await delay(RETRY_MS);
    expected = await unchangedSince(client, made);
  }
}

/**
 * Moves earlier videos of the post to the Bin, unless they are used elsewhere. Failures are ignored: the videos then
 * stay in the library.
 */
export async function deleteEarlier(client: Client, content: string, kept: string): Promise<void> {
  await client.rpc('delete_earlier_videos', { content, kept });
}

const ATTEMPTS = 5;
const RETRY_MS = 100;

/**
 * The post's current `updated_at`, if it still has the content that the video was made from. AppError conflict
 * otherwise.
 */
async function unchangedSince(client: Client, made: GeneratedContentRow): Promise<string> {
  const { data, error } = await client.from('generated_content').select('*').eq('id', made.id).maybeSingle();
  if (error) throw failed('read the post', error);
  const isSame = data && MADE_OF.every((field) => JSON.stringify(data[field]) === JSON.stringify(made[field]));
  if (!isSame) throw new AppError('conflict', data ? CHANGED : notNow('gone'));
  return data.updated_at;
}

function failed(what: string, error: { message: string }): AppError {
  return new AppError('unavailable', couldNot(what, error.message), { cause: error });
}
