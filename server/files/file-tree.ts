import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, type FileHandle, lstat, open, opendir, realpath, rename, rmdir, unlink } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Maximum depth of traversal. Deeper folders are moved up before their removal, because path lengths are limited. */
const DEPTH_MAX = 32;
/** The same for the length of a path below the removed folder, in bytes. Systems allow 1024 or 4096 in total. */
const LENGTH_MAX = 512;
/** Retries without progress, for example while an exiting browser still writes to the folder. */
const IDLE_ROUNDS_MAX = 5;
const ROUND_MS = 50;
const REMOVALS_AT_ONCE = 64;
/** Does not follow links, and does not block on a FIFO without a writer. Windows lacks both flags. */
const READ_PLAIN = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** A regular file below a folder. `path` is relative, with slashes; `size` is in bytes. */
export type FoundFile = { path: string; size: number };

/** `isWhole` is false if entries are missing: too many, too deep, or unreadable. */
export type FoundFiles = { files: FoundFile[]; isWhole: boolean };

/**
 * Lists the regular files below a folder, sorted by path. Reads at most `maxEntries` entries, never follows links, and
 * opens only folders.
 */
export async function listFiles(top: string, maxEntries: number): Promise<FoundFiles> {
  const files: FoundFile[] = [];
  let isWhole = true;
  let entries = 0;
  const waiting: string[][] = [[]];
  const root = (await isRealFolder(top)) ? await realpath(top) : null;
  for (let parts = waiting.pop(); root !== null && parts && entries <= maxEntries; parts = waiting.pop()) {
    try {
      const folder = join(root, ...parts);
      if ((await realpath(folder)) !== folder) continue;
      for await (const entry of await opendir(folder)) {
        entries += 1;
        if (entries > maxEntries) break;
        if (entry.isDirectory() && parts.length < DEPTH_MAX) waiting.push([...parts, entry.name]);
        else if (entry.isDirectory()) isWhole = false;
        else if (entry.isFile()) {
          const { size } = await lstat(join(folder, entry.name));
          files.push({ path: [...parts, entry.name].join('/'), size });
        }
      }
    } catch {
      isWhole = false;
    }
  }
  files.sort((one, other) => (one.path < other.path ? -1 : 1));
  return { files, isWhole: isWhole && entries <= maxEntries };
}

/**
 * Opens the regular file at a relative path (with slashes) below a folder for reading; null if there is none. No part
 * of the path may be a link, even one created concurrently. The caller closes the file.
 */
export async function openBelow(top: string, path: string): Promise<FileHandle | null> {
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..' || /\0/.test(part) || part.includes(sep))) {
    return null;
  }
  const full = join(top, ...parts);
  const isPlain = async () => {
    if (!(await areRealFolders(top, parts.slice(0, -1)))) return null;
    const entry = await lstat(full, { bigint: true }).catch(() => null);
    return entry?.isFile() ? entry : null;
  };
  if (!(await isPlain())) return null;
  const file = await open(full, READ_PLAIN).catch(() => null);
  if (!file) return null;
  try {
    const [opened, named] = [await file.stat({ bigint: true }), await isPlain()];
    if (opened.isFile() && named && opened.ino === named.ino && opened.dev === named.dev) return file;
  } catch {
    // It was removed concurrently.
  }
  await file.close();
  return null;
}

/**
 * Removes a file, a link (not its target) or a folder of any size and depth, a few entries at a time. Entries that
 * cannot be removed are left; never rejects.
 */
export async function removeTree(path: string): Promise<void> {
  for (let idle = 0; idle < IDLE_ROUNDS_MAX; ) {
    const entry = await lstat(path).catch(() => null);
    if (!entry) return;
    const done = entry.isDirectory() ? await emptyFolder(Buffer.from(path), path, 0) : 0;
    if (await succeeds(entry.isDirectory() ? rmdir(path) : unlink(path))) return;
    idle = done > 0 ? 0 : idle + 1;
    if (idle > 0) await delay(ROUND_MS);
  }
}

/**
 * Empties a folder and returns the number of entries removed or moved up. Names are bytes, because they need not be
 * valid text.
 */
async function emptyFolder(folder: Buffer, top: string, depth: number): Promise<number> {
  const removals: Promise<boolean>[] = [];
  let done = 0;
  try {
    // A script may have removed the write permission.
    const { mode } = await lstat(folder);
    if ((mode & 0o700) !== 0o700) await chmod(folder, 0o700);
    // The types only allow text names.
    const named = { encoding: 'buffer' as BufferEncoding };
    for await (const entry of await opendir(folder as unknown as string, named)) {
      const path = Buffer.concat([folder, Buffer.from(sep), entry.name as unknown as Buffer]);
      if (!entry.isDirectory()) {
        removals.push(succeeds(unlink(path)));
        if (removals.length >= REMOVALS_AT_ONCE) done += await count(removals.splice(0));
      } else if (depth >= DEPTH_MAX || path.length - top.length > LENGTH_MAX) {
        await chmod(path, 0o700);
        done += Number(await succeeds(rename(path, join(top, randomUUID()))));
      } else {
        done += await emptyFolder(path, top, depth + 1);
        done += Number(await succeeds(rmdir(path)));
      }
    }
  } catch {
    // The next round retries.
  }
  return done + (await count(removals));
}

/** Whether a relative path (with slashes) below `top` is a folder, and no part of it a link. */
export function isFolderBelow(top: string, path: string): Promise<boolean> {
  return areRealFolders(top, path.split('/'));
}

/** Whether `top` and each folder along `parts` is a folder and not a link. */
async function areRealFolders(top: string, parts: readonly string[]): Promise<boolean> {
  for (let count = 0; count <= parts.length; count++) {
    if (!(await isRealFolder(join(top, ...parts.slice(0, count))))) return false;
  }
  return true;
}

async function isRealFolder(path: string): Promise<boolean> {
  const entry = await lstat(path).catch(() => null);
  return entry?.isDirectory() ?? false;
}

async function count(works: Promise<boolean>[]): Promise<number> {
  return (await Promise.all(works)).filter(Boolean).length;
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
