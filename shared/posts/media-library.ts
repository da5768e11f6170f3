import { z } from 'zod';
import type { MediaFilesRow, MediaItem } from '../workspace/database.ts';
import { mediaObjectUrl } from './media-bucket.ts';
import { platformSchema } from './platforms.ts';
import { storable } from './storable-text.ts';
import { coverTimeSchema, videoCaptionsSchema } from './video-captions.ts';

/** The limits of the table media_details. Lengths are in characters. */
export const MEDIA_NAME_MAX = 200;
export const MEDIA_TAG_MAX = 40;
export const MEDIA_TAGS_MAX = 30;
/** Accepted by every platform that supports alt text. */
export const MEDIA_ALT_MAX = 1000;

/** Maximum files per deletion, tagging or restoring. */
export const MEDIA_BATCH_MAX = 500;

/** A tag as stored: in lower case, without #. */
export function normalTag(typed: string): string {
  return storable(typed).trim().replace(/^#+/, '').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** The filter (`contains`) for rows with a tag, which may contain quotes and braces. */
export function tagFilter(tag: string): string {
  return `{"${tag.replace(/["\\]/g, '\\$&')}"}`;
}

/** Splits a text at commas into tags, without duplicates. */
export function readTags(typed: string): string[] {
  return [...new Set(typed.split(',').map(normalTag).filter(Boolean))];
}

export const mediaNameSchema = z.string().transform(storable).pipe(z.string().trim().min(1).max(MEDIA_NAME_MAX));
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
export const mediaAltSchema = z.string().transform(storable).pipe(z.string().trim().max(MEDIA_ALT_MAX));

/** The user's details of a file: its name, its tags, and the alt text for posts. */
export const mediaDetailsSchema = z.object({
  name: mediaNameSchema.nullable(),
  tags: mediaTagsSchema,
  alt: mediaAltSchema,
});
export type MediaDetails = z.infer<typeof mediaDetailsSchema>;

/** Measured before a file is stored: pixels, and a video's seconds. */
export type MediaMeasures = { width: number | null; height: number | null; duration_seconds: number | null };

/** A file's original name, shortened to the limit. */
export function keptName(fileName: string): string | null {
  const last = fileName.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const name = storable(last.replace(/\p{Cc}/gu, ' ')).trim();
  return Array.from(name).slice(0, MEDIA_NAME_MAX).join('').trim() || null;
}

/** Platforms for which to make a smaller copy of a picture; the original is kept. */
export const mediaCopySchema = z.object({ path: z.string().min(1), platforms: z.array(platformSchema).min(1) });
export type MediaCopyRequest = z.infer<typeof mediaCopySchema>;
export const mediaCopyAnswerSchema = z.object({
  path: z.string(),
  name: z.string(),
  /** What was changed, for the user: "compressed from 9.1 MB to 1.9 MB". */
  change: z.string(),
});

export const MEDIA_LIST_MAX = 1000;
export const MEDIA_LIST_DEFAULT = 100;

/** A single tag in a query is a string, several are an array. */
const tagsInAddress = z
  .union([z.string(), z.array(z.string())])
  .default([])
  .transform((tags) => [tags].flat())
  .pipe(mediaTagsSchema);
export const mediaAddQuerySchema = z.object({ name: z.string(), tag: tagsInAddress, alt: mediaAltSchema.default('') });
export const mediaListQuerySchema = z.object({
  search: z.string().max(200).default(''),
  tag: mediaTagSchema.optional(),
  limit: z.coerce.number().int().min(1).max(MEDIA_LIST_MAX).default(MEDIA_LIST_DEFAULT),
});
/** Paths, or names that are unique. */
export const mediaNamesSchema = z.object({ files: z.array(z.string().min(1)).min(1).max(MEDIA_BATCH_MAX) });

/** A file of the library as the agent API and commands show it. */
export const mediaFileSchema = z.object({
  path: z.string(),
  name: z.string().nullable(),
  kind: z.enum(['picture', 'video', 'file']),
  mime_type: z.string().nullable(),
  size_bytes: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  duration_seconds: z.number().nullable(),
  tags: z.array(z.string()),
  alt: z.string(),
  created_at: z.string(),
  /** Only for videos: the path of the cover frame, and that frame's time in milliseconds. */
  poster: z.string().nullable(),
  cover_ms: coverTimeSchema.nullable(),
  /** Only for videos. */
  captions: videoCaptionsSchema.nullable(),
});
export type MediaFileAnswer = z.infer<typeof mediaFileSchema>;
const listedFileSchema = mediaFileSchema.omit({ captions: true });
export type ListedFile = z.infer<typeof listedFileSchema>;
export const mediaListSchema = z.array(listedFileSchema);
/** `uses`: the posts and projects that still use a deleted file. */
export const mediaRemovedSchema = z.array(listedFileSchema.extend({ uses: z.number() }));

/** Maximum words of a search; more would only lengthen the URL. */
const MOST_WORDS = 8;

/** The `ilike` patterns that must all match `search_text`. */
export function searchPatterns(typed: string): string[] {
  const words = typed.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  return words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
}

/**
 * The columns for lists. Without `used` and `search_text`, which require scanning all posts: filters add them when
 * needed.
 */
export const MEDIA_COLUMNS =
  'id, path, created_at, kind, mime_type, size_bytes, poster, name, tags, alt, width, height, duration_seconds, copy_of, deleted_at, cover_ms, captions';
export type LibraryFile = Omit<MediaFilesRow, 'used' | 'search_text'>;

/** A library file as a media item of a post, with its alt text, cover and captions. */
export function mediaItemOf(
  file: Pick<MediaFilesRow, 'path' | 'kind' | 'alt' | 'width' | 'height' | 'poster' | 'cover_ms' | 'captions'>,
): MediaItem {
  return {
    path: file.path,
    url: mediaObjectUrl(file.path),
    kind: file.kind === 'video' ? 'video' : 'image',
    ...(file.width !== null && { width: file.width }),
    ...(file.height !== null && { height: file.height }),
    ...(file.alt !== '' && { alt: file.alt }),
    ...(file.poster !== null && { poster: { path: file.poster, url: mediaObjectUrl(file.poster) } }),
    ...(file.cover_ms !== null && { coverMs: file.cover_ms }),
    ...(file.captions?.length && { captions: file.captions }),
  };
}
