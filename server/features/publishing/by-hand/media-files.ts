import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { z } from 'zod';
import { MEDIA_MAX_BYTES, MEDIA_TYPES } from '../../../../shared/posts/media-bucket.ts';
import { AppError } from '../../../errors.ts';
import { removeTree } from '../../../files/file-tree.ts';
import { makePrivateFolder } from '../../../files/private-file.ts';
import type { OutgoingMedia } from '../publisher.ts';
import { MEDIA_TOO_LARGE } from './messages.ts';

const FOLDER = 'by-hand';

/** The media of posts for manual publishing, as files that the user can choose. */
export type MediaFiles = {
  /** Writes a delivery's files in order and returns their paths. Rejects with the signal's reason. */
  write(delivery: string, media: readonly OutgoingMedia[], signal: AbortSignal): Promise<string[]>;
  remove(delivery: string): Promise<void>;
  /** Removes the files of all deliveries, at start. */
  sweep(): Promise<void>;
};

export function mediaFiles(dataDir: string): MediaFiles {
  const top = join(dataDir, FOLDER);
  const folderOf = (delivery: string) => {
    if (!z.uuid().safeParse(delivery).success) throw new AppError('bad_input', 'expected the id of a delivery');
    return join(top, delivery.toLowerCase());
  };
  return {
    async write(delivery, media, signal) {
      const folder = folderOf(delivery);
      await removeTree(folder);
      if (media.length === 0) return [];
      await makePrivateFolder(top);
      await makePrivateFolder(folder);
      const paths: string[] = [];
      for (const [index, one] of media.entries()) {
        const path = join(folder, `${String(index + 1).padStart(2, '0')}.${endingOf(one)}`);
        await writeMedia(path, one, signal);
        paths.push(path);
      }
      return paths;
    },
    remove: (delivery) => removeTree(folderOf(delivery)),
    sweep: () => removeTree(top),
  };
}

function endingOf({ mimeType, kind }: OutgoingMedia): string {
  const known: Record<string, string> = { ...MEDIA_TYPES, 'image/gif': 'gif', 'video/quicktime': 'mov' };
  return known[mimeType] ?? (kind === 'video' ? 'mp4' : 'jpg');
}

/** Streams the file, since videos have hundreds of megabytes. Rejects if it exists. */
async function writeMedia(path: string, media: OutgoingMedia, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const file = await open(path, 'wx', 0o600);
  try {
    let size = 0;
    for await (const piece of Readable.fromWeb((await media.open()) as NodeStream<Uint8Array>, { signal })) {
      size += piece.length;
      if (size > MEDIA_MAX_BYTES) throw new AppError('too_large', MEDIA_TOO_LARGE);
      await file.writeFile(piece);
    }
  } finally {
    await file.close();
  }
}
