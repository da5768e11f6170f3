import { constants, createWriteStream } from 'node:fs';
import { copyFile, type FileHandle, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { noObject, StorageError, tooLarge } from './error.ts';

const UNFINISHED = '.part';
const VERSION = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export type ObjectFiles = ReturnType<typeof objectFiles>;

/**
 * The objects' bytes as files directly under `root`. A file is named by its object's version (a random UUID kept in storage.objects), never by
 * anything a client chose, and never changes once it is there: the row decides what an object's bytes are.
 */
export function objectFiles(root: string) {
  const pathOf = (version: string) => {
    if (!VERSION.test(version)) throw noObject();
    return join(root, version);
  };

  /** Lets `fill` make the file beside its place, then puts it there whole. */
  const place = async (version: string, fill: (unfinished: string) => Promise<void>) => {
    const unfinished = pathOf(version) + UNFINISHED;
    try {
      await fill(unfinished);
      await rename(unfinished, pathOf(version));
    } catch (error) {
      await rm(unfinished, { force: true });
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      throw new StorageError(507, 'InsufficientStorage', 'The disk is full: free some space, then upload again');
    }
  };

  return {
    /** Writes a new file and answers its size in bytes. StorageError 413 as soon as more than `maxBytes` came, 507 when the disk is full. */
    async write(version: string, body: Readable, maxBytes: number): Promise<number> {
      const meter = countBytes(maxBytes);
      await place(version, (unfinished) =>
        pipeline(body, meter.through, createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })),
      );
      return meter.size();
    },

    copy(from: string, to: string): Promise<void> {
      return place(to, (unfinished) =>
        copyFile(pathOf(from), unfinished, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL),
      );
    },

    /** Opens a file for reading. StorageError 404 when it is not there, or is anything but a file that was written here. */
    async open(version: string): Promise<{ file: FileHandle; size: number }> {
      // Windows has neither symbolic links that just anybody can make nor this flag.
      const file = await open(pathOf(version), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(() => null);
      if (!file) throw noObject();
      const info = await file.stat();
      if (info.isFile()) return { file, size: info.size };
      await file.close();
      throw noObject();
    },

    async remove(versions: readonly string[]): Promise<void> {
      for (const version of versions) await rm(pathOf(version), { force: true });
    },

    /** Removes what uploads left that a crash broke off. Only before anything is served. */
    async sweep(): Promise<void> {
      const names = await readdir(root);
      for (const name of names) if (name.endsWith(UNFINISHED)) await rm(join(root, name), { force: true });
    },
  };
}

function countBytes(maxBytes: number): { through: Transform; size: () => number } {
  let size = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.byteLength;
      if (size <= maxBytes) done(null, chunk);
      else done(tooLarge());
    },
  });
  return { through, size: () => size };
}
