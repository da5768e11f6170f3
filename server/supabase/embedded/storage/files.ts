import { constants, createWriteStream } from 'node:fs';
import { type FileHandle, lstat, open, readdir, rename, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type AskDiskRoom, diskRoom, hasRoomFor } from '../../../files/disk-room.ts';
import { diskFull, noObject, tooLarge } from './error.ts';

const UNFINISHED = '.part';
/** Number of bytes written between two checks of the free disk space. */
const LOOK_EVERY_BYTES = 8 * 1024 * 1024;
const VERSION = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export type ObjectFiles = ReturnType<typeof objectFiles>;

/**
 * Stores the objects' bytes as files directly under `root`. A file is named after its object's version (a random UUID
 * in storage.objects), never after anything a client chose, and is immutable: the row determines which file holds an
 * object's bytes.
 */
export function objectFiles(root: string, askRoom: AskDiskRoom = diskRoom) {
  const pathOf = (version: string) => {
    if (!VERSION.test(version)) throw noObject();
    return join(root, version);
  };

  /**
   * Lets `fill` write the file under a temporary name, then renames it and syncs the folder, so that it is complete and
   * survives a power cut.
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

  /** StorageError 507 if writing `bytes` would use the disk space reserved for the database. */
  const assertRoom = async (bytes: number) => {
    if (!hasRoomFor(await askRoom(root), bytes)) throw diskFull();
  };

  return {
    assertRoom,

    /**
     * Writes a new file and returns its size in bytes. StorageError 413 as soon as the body exceeds `maxBytes`, 507
     * when only the database's reserve is left on the disk.
     */
    async write(version: string, body: Readable, maxBytes: number): Promise<number> {
      const meter = countBytes(maxBytes, assertRoom);
      await assertRoom(0);
      await place(version, (unfinished) =>
        pipeline(body, meter.through, createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })),
      );
      return meter.size();
    },

    /** Opens a file for reading. StorageError 404 when it does not exist or is not a regular file. */
    async open(version: string): Promise<{ file: FileHandle; size: number }> {
      // Windows lacks this flag, but creating a symbolic link there needs a privilege.
      const file = await open(pathOf(version), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(() => null);
      if (!file) throw noObject();
      const info = await file.stat();
      if (info.isFile()) return { file, size: info.size };
      await file.close();
      throw noObject();
    },

    /** Removes files, including unfinished ones. Ignores missing files and folders, and does not follow links. */
    async remove(versions: readonly string[]): Promise<void> {
      for (const version of versions) {
        for (const path of [pathOf(version), pathOf(version) + UNFINISHED]) {
          const info = await lstat(path).catch(() => null);
          if (info && !info.isDirectory()) await unlink(path);
        }
      }
    },

    /** Removes the files of uploads that a crash interrupted. Call it only before serving requests. */
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

/** Makes a rename durable. Windows cannot sync folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform !== 'win32') await sync(folder, 'r');
}
