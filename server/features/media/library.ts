import { randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { MEDIA_MAX_BYTES, MEDIA_TYPES } from '../../../shared/posts/media-bucket.ts';
import { MEDIA_HEAD_BYTES, mediaTypeOf } from '../../../shared/posts/media-content.ts';
import { keptName, type MediaCopyRequest, type MediaFileAnswer } from '../../../shared/posts/media-library.ts';
import { MEDIA_LIMITS } from '../../../shared/posts/platform-limits.ts';
import { platformLabel } from '../../../shared/posts/platforms.ts';
import type { VideoCaptions } from '../../../shared/posts/video-captions.ts';
import { AppError } from '../../errors.ts';
import type { Client } from '../../supabase/connection.ts';
import { EMPTY_FILE, FITS_ALREADY, NOT_MEDIA, TOO_LARGE } from './messages.ts';
import type { LibraryStore } from './store.ts';

/** Recognises and converts pictures and videos. */
export type FileWork = {
  /** AppError bad_input when a file is damaged or of an unknown type. */
  examine(client: Client, path: string): Promise<{ width: number; height: number; seconds?: number | null }>;
  /**
   * Stores a copy within the limits; null when the picture already fits. AppError bad_input when that is impossible.
   */
  storeFittedCopy(
    client: Client,
    path: string,
    limits: { maxBytes: number; mimeTypes: readonly string[] },
  ): Promise<{ path: string; width: number | null; height: number | null; change: string } | null>;
};

type AddedFile = { bytes: Readable; name: string; tag: string[]; alt: string; made?: MadeVideo };

/** A video that the agent made of the content `of`. `cover` is the frame at `coverMs` as a JPEG. */
type MadeVideo = { of: string; cover: Buffer; coverMs: number; captions: VideoCaptions };

/**
 * Adds a named file to the library. Its type is determined from its bytes. AppError bad_input for anything but a
 * picture or video, or too_large, with nothing stored.
 */
export async function addFile(
  store: LibraryStore,
  files: FileWork,
  { bytes, name, tag, alt, made }: AddedFile,
): Promise<MediaFileAnswer> {
  const { head, all } = await peek(bytes);
  if (head.length === 0) throw new AppError('bad_input', EMPTY_FILE);
  const type = mediaTypeOf(head);
  if (type === null) throw new AppError('bad_input', NOT_MEDIA);
  const path = `${randomUUID()}.${MEDIA_TYPES[type]}`;
  const shows = made && { made_of: made.of, cover_ms: made.coverMs, captions: made.captions };
  const described = { path, name: keptName(name), tags: tag, alt, ...shows };
  await store.describe(described);
  try {
    await store.upload(path, all, type);
    if (made) await store.uploadPoster(path, made.cover);
    const { width, height, seconds = null } = await files.examine(store.client, path);
    await store.describe({ ...described, width, height, duration_seconds: seconds });
    return await store.read(path);
  } catch (error) {
    await store.discard(path);
    throw error;
  }
}

/**
 * Makes a copy of a picture within the limits of all the platforms, with the same tags and alt text. AppError conflict
 * when it already fits, bad_input when no copy can be made.
 */
export async function copySmaller(store: LibraryStore, files: FileWork, { path, platforms }: MediaCopyRequest) {
  const original = await store.read(path);
  const limits = {
    maxBytes: Math.min(...platforms.map((platform) => MEDIA_LIMITS[platform].imageBytes)),
    mimeTypes: ['image/jpeg', ...(original.mime_type ? [original.mime_type] : [])].filter((type) =>
      platforms.every((platform) => MEDIA_LIMITS[platform].imageTypes.includes(type)),
    ),
  };
  const copy = await files.storeFittedCopy(store.client, path, limits);
  if (copy === null) throw new AppError('conflict', FITS_ALREADY);
  const name = copyName(original.name ?? path, platforms.map(platformLabel));
  const { tags, alt } = original;
  await store.describe({ path: copy.path, name, tags, alt, copy_of: path, width: copy.width, height: copy.height });
  return { path: copy.path, name, change: copy.change };
}

/** "beach (smaller, for Bluesky).jpg"; "for 3 platforms" for a long list. */
function copyName(name: string, labels: readonly string[]): string {
  const [only] = labels;
  const ending = ` (smaller, for ${labels.length === 1 ? only : `${labels.length} platforms`}).jpg`;
  const stem = name.slice(0, name.length - extname(name).length);
  return `${Array.from(stem)
    .slice(0, 200 - ending.length)
    .join('')}${ending}`;
}

/** The first bytes of a stream, and a stream of all of them that fails when there are too many. */
async function peek(bytes: Readable): Promise<{ head: Buffer; all: ReadableStream<Uint8Array> }> {
  const pieces = bytes[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const first: Buffer[] = [];
  let size = 0;
  while (size < MEDIA_HEAD_BYTES) {
    const { done, value } = await pieces.next();
    if (done) break;
    first.push(value);
    size += value.length;
  }
  async function* all() {
    yield* first;
    for (;;) {
      const { done, value } = await pieces.next();
      if (done) return;
      size += value.length;
      if (size > MEDIA_MAX_BYTES) throw new AppError('too_large', TOO_LARGE);
      yield value;
    }
  }
  return { head: Buffer.concat(first), all: Readable.toWeb(Readable.from(all())) as ReadableStream<Uint8Array> };
}
