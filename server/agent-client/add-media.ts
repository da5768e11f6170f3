import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { mediaUploadApi } from '../../shared/api/media.ts';
import { pathTo } from '../../shared/api/operation.ts';
import { MEDIA_MAX_BYTES } from '../../shared/posts/media-bucket.ts';
import { type MediaFileAnswer, mediaFileSchema } from '../../shared/posts/media-library.ts';
import { AppError } from '../errors.ts';
import { type Api, readJson } from './api.ts';
import { cannotRead, notAFile, TOO_LARGE } from './messages.ts';

/** A file's tags, and the alt text for posts with it. */
export type MediaWords = { tag?: readonly string[]; alt?: string };

/** Uploads a local file to the library. AppError bad_input or too_large when it is rejected. */
export async function addToLibrary(api: Api, file: string, words: MediaWords): Promise<MediaFileAnswer> {
  await assertAddable(file);
  return addBytes(api, createReadStream(file), { name: basename(file), ...words });
}

/** Uploads a picture or video from a stream, with a file name. Throws the same errors as addToLibrary. */
export async function addBytes(
  api: Api,
  bytes: Readable,
  { name, tag = [], alt }: MediaWords & { name: string },
): Promise<MediaFileAnswer> {
  const path = pathTo(mediaUploadApi.addMedia, { query: { name, tag: [...tag], alt } });
  const answer = await api({ method: 'POST', path, bytes }).finally(() => bytes.destroy());
  return readJson(answer, mediaFileSchema);
}

async function assertAddable(file: string): Promise<void> {
  const found = await stat(file).catch((cause: Error) => {
    throw new AppError('bad_input', cannotRead(cause.message), { cause });
  });
  if (!found.isFile()) throw new AppError('bad_input', notAFile);
  if (found.size > MEDIA_MAX_BYTES) throw new AppError('too_large', TOO_LARGE);
}
