import { constants, createWriteStream } from 'node:fs';
import { type FileHandle, lstat, open, readdir, rename, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type AskDiskRoom, diskRoom, hasRoomFor } from '../../../files/disk-room.ts';
import { diskFull, noObject, tooLarge } from './error.ts';

const UNFINISHED = '.part';
/** How much is written before the disk is looked at again, in bytes. */
const LOOK_EVERY_BYTES = 8 * 1024 * 1024;
const VERSION = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export type ObjectFiles = ReturnType<typeof objectFiles>;

/**
 * The objects' bytes as files directly under `root`. A file is named by its object's version (a random UUID kept in
 * storage.objects), never by anything a client chose, and never changes once it is there: the row decides what an
 * object's bytes are.
 */
export function objectFiles(root: string, askRoom: AskDiskRoom = diskRoom) {
  const pathOf = (version: string) => {
    if (!VERSION.test(version)) throw noObject();
    return join(root, version);
  };

  /**
   * Lets `fill` make the file beside its place, then puts it there whole, so that it is still there after a power cut.
   */
  const place = async (version: string, fill: (unfinished: string) => Promise<void>) => {
    const unfinished = pathOf(version) + UNFINISHED;
    try {
      await fill(unfinished);
      await rename(unfinished, pathOf(version));
      await syncFolder(root);
    } catch (error) {
      await rm(unfinished, { force: true });
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      throw diskFull();
    }
  };

  /** StorageError 507 where `bytes` more would take of the disk what the database needs. */
  const assertRoom = async (bytes: number) => {
    if (!hasRoomFor(await askRoom(root), bytes)) throw diskFull();
  };

  return {
    assertRoom,

    /**
     * Writes a new file and answers its size in bytes. StorageError 413 as soon as more than `maxBytes` came, 507 when
     * the disk is full but for its reserve.
     */
    async write(version: string, body: Readable, maxBytes: number): Promise<number> {
      const meter = countBytes(maxBytes, assertRoom);
      await assertRoom(0);
      await place(version, (unfinished) =>
        pipeline(body, meter.through, createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })),
      );
      return meter.size();
    },

    /**
     * Opens a file for reading. StorageError 404 when it is not there, or is anything but a file that was written here.
     */
    async open(version: string): Promise<{ file: FileHandle; size: number }> {
      // Windows lacks this flag; there, making a symbolic link needs a privilege.
      const file = await open(pathOf(version), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(() => null);
      if (!file) throw noObject();
      const info = await file.stat();
      if (info.isFile()) return { file, size: info.size };
      await file.close();
      throw noObject();
    },

    /**
     * Removes files, also half-written ones; those that are not there, and folders, are left, and links not followed.
     */
    async remove(versions: readonly string[]): Promise<void> {
      for (const version of versions) {
        for (const path of [pathOf(version), pathOf(version) + UNFINISHED]) {
          const info = await lstat(path).catch(() => null);
          if (info && !info.isDirectory()) await unlink(path);
        }
      }
    },

    /** Removes what uploads left that a crash broke off. Only before anything is served. */
    async sweepUnfinished(): Promise<void> {
      for (const entry of await readdir(root, { withFileTypes: true })) {
        if (entry.isFile() && entry.name.endsWith(UNFINISHED)) await rm(join(root, entry.name), { force: true });
      }
    },
  };
}

function countBytes(
  maxBytes: number,
  assertRoom: (bytes: number) => Promise<void>,
): { through: Transform; size: () => number } {
  let size = 0;
  let lookAt = LOOK_EVERY_BYTES;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.byteLength;
      if (size > maxBytes) return done(tooLarge());
      if (size < lookAt) return done(null, chunk);
      lookAt = size + LOOK_EVERY_BYTES;
      assertRoom(chunk.byteLength).then(() => done(null, chunk), done);
    },
  });
  return { through, size: () => size };
}

async function sync(path: string, flags: string): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes a new name durable; Windows cannot sync a folder. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform !== 'win32') await sync(folder, 'r');
}
