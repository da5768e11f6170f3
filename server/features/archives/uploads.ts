import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../errors.ts';
import { diskRoom, hasRoomFor } from '../../files/disk-room.ts';
import { removeTree } from '../../files/file-tree.ts';
import { NO_UPLOAD, NO_UPLOAD_SIZE, noRoom, WRONG_UPLOAD_SIZE } from './messages.ts';

/** The archive that the UI has uploaded: one at a time, in a folder of the data directory, until it is imported. */
export type Uploads = {
  /** Stores a file of `bytes` in place of an earlier one, and returns its name. AppError bad_input, unavailable. */
  add(content: Readable, bytes: number): Promise<string>;
  /** AppError not_found. */
  fileOf(name: string): Promise<string>;
  clear(): Promise<void>;
};

export function archiveUploads(dataDir: string): Uploads {
  const folder = join(dataDir, 'archives');
  const clear = () => removeTree(folder);
  return {
    clear,
    async add(content, bytes) {
      if (!(bytes > 0)) throw new AppError('bad_input', NO_UPLOAD_SIZE);
      await clear();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (!hasRoomFor(await diskRoom(folder), bytes)) throw noRoom(`${Math.ceil(bytes / 1_000_000)} MB`);
      const name = `upload-${randomUUID()}`;
      const file = createWriteStream(join(folder, name), { flags: 'wx', mode: 0o600 });
      try {
        await pipeline(content, file);
        if (file.bytesWritten !== bytes) throw new AppError('bad_input', WRONG_UPLOAD_SIZE);
      } catch (error) {
        await clear();
        throw error;
      }
      return name;
    },
    async fileOf(name) {
      const file = join(folder, name);
      if (!(await stat(file).catch(() => null))?.isFile()) throw new AppError('not_found', NO_UPLOAD);
      return file;
    },
  };
}
