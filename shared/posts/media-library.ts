import { z } from 'zod';
import type { MediaFilesRow, MediaItem } from '../workspace/database.ts';
import { mediaObjectUrl } from './media-bucket.ts';

/** The same limits as in the table media_details. Lengths are in characters. */
export const MEDIA_NAME_MAX = 200;
export const MEDIA_TAG_MAX = 40;
export const MEDIA_TAGS_MAX = 30;
/** What every platform takes that has alt text. */
export const MEDIA_ALT_MAX = 1000;

/** A tag as it is kept: in lower case, without the # that people type before it. */
export function normalTag(typed: string): string {
  return typed.trim().replace(/^#+/, '').replace(/\s+/g, ' ').trim().toLowerCase();
}

export const mediaNameSchema = z.string().trim().min(1).max(MEDIA_NAME_MAX);
export const mediaTagSchema = z
  .string()
  .transform(normalTag)
  .pipe(
    z
      .string()
      .min(1)
      .max(MEDIA_TAG_MAX)
      .regex(/^[^,]+$/),
  );
export const mediaTagsSchema = z
  .array(mediaTagSchema)
  .transform((tags) => [...new Set(tags)])
  .pipe(z.array(z.string()).max(MEDIA_TAGS_MAX));
export const mediaAltSchema = z.string().trim().max(MEDIA_ALT_MAX);

/** What a member says of a file: its name, its tags, and the description that posts get with it. */
export const mediaDetailsSchema = z.object({
  name: mediaNameSchema.nullable(),
  tags: mediaTagsSchema,
  alt: mediaAltSchema,
});
/**
 * What lists of the library read of a file. Without `used` and `search_text`, which cost a look through all posts:
 * filters ask for them where they must.
 */
export const MEDIA_COLUMNS =
  'id, path, created_at, kind, mime_type, size_bytes, poster, name, tags, alt, width, height, duration_seconds, copy_of';
export type LibraryFile = Omit<MediaFilesRow, 'used' | 'search_text' | 'deleted_at'>;

/** A file of the library as a slide of a post, with the alt text that is kept with the file. */
export function mediaItemOf(
  file: Pick<MediaFilesRow, 'path' | 'kind' | 'alt' | 'width' | 'height' | 'poster'>,
): MediaItem {
  return {
    path: file.path,
    url: mediaObjectUrl(file.path),
    kind: file.kind === 'video' ? 'video' : 'image',
    ...(file.width !== null && { width: file.width }),
    ...(file.height !== null && { height: file.height }),
    ...(file.alt !== '' && { alt: file.alt }),
    ...(file.poster !== null && { poster: { path: file.poster, url: mediaObjectUrl(file.poster) } }),
  };
}
