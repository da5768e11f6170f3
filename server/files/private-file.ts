import { randomBytes } from 'node:crypto';
import { chmod, type FileHandle, link, lstat, mkdir, open, readdir, rename, rm, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { AppError } from '../errors.ts';
import { isAlive } from './process-alive.ts';

/** Size limit for reading one of our files into memory, in bytes. */
const READ_MAX_BYTES = 1024 * 1024;

/** The suffix of writePrivateFile's temporary files: the writer's pid and random digits. */
const UNFINISHED = /\.(\d{1,10})-[0-9a-f]{12}\.tmp$/;

/**
 * Writes a file that only this user may read (0600; a new folder gets 0700). Atomic and durable: a reader sees the old
 * or the new content, even after a power cut. `removeUnfinishedWrites` removes a killed process's temporary files.
 */
export async function writePrivateFile(path: string, content: string | Uint8Array): Promise<void> {
  await writeBeside(path, content, (beside) => rename(beside, path));
}

/**
 * The same for a file that must not exist yet. False, with the file unchanged, if it does. On a file system without
 * hard links, the last writer wins.
 */
export async function writeFirstPrivateFile(path: string, content: string | Uint8Array): Promise<boolean> {
  let isFirst = true;
  await writeBeside(path, content, async (beside) => {
    await link(beside, path).catch(async (error: NodeJS.ErrnoException) => {
      isFirst = error.code !== 'EEXIST';
      if (isFirst) await rename(beside, path);
    });
    await rm(beside, { force: true });
  });
  return isFirst;
}

/**
 * Replaces a file that contains a secret, like writePrivateFile, and overwrites the old content on disk unless other
 * links to it exist. Disks that do not overwrite in place (flash, file systems with snapshots) may keep it for a while.
 */
export async function replaceSecretFile(path: string, content: string | Uint8Array): Promise<void> {
  // Windows cannot replace an open file.
  const old = process.platform === 'win32' ? null : await open(path, 'r+');
  try {
    await writePrivateFile(path, content);
    await old?.stat().then(({ nlink, size }) => (nlink === 0 ? blank(old, size) : undefined));
  } finally {
    await old?.close();
  }
}

async function blank(file: FileHandle, size: number): Promise<void> {
  await file.write(Buffer.alloc(size), 0, size, 0);
  await file.sync();
}

async function writeBeside(
  path: string,
  content: string | Uint8Array,
  giveName: (beside: string) => Promise<void>,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const beside = `${path}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = await open(beside, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await giveName(beside);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/** Makes a rename in the folder durable. Not supported on Windows. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Reads a file of the data directory with `parse`; null if it does not exist. AppError internal, with `remedy`, when
 * the file is damaged: `parse` throws, or it is too large or not a regular file. It is left unchanged.
 */
export async function readPrivateFile<T>(path: string, parse: (text: string) => T, remedy: string): Promise<T | null> {
  const damaged = (cause: unknown) => new AppError('internal', `${path} is damaged. ${remedy}`, { cause });
  try {
    const file = await open(path, 'r');
    try {
      const info = await file.stat();
      if (!info.isFile() || info.size > READ_MAX_BYTES) throw damaged(`${info.size} bytes`);
      const text = await file.readFile('utf8');
      try {
        return parse(text);
      } catch (cause) {
        throw damaged(cause);
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    if (code === 'ENOTDIR') throw error;
    // Windows cannot open a folder.
    if (code === 'EISDIR') throw damaged(error);
    throw new AppError('internal', `Cannot read ${path} (${code}). Check its owner and permissions.`, { cause: error });
  }
}

/**
 * Removes temporary files, which may contain secrets, that processes killed during `writePrivateFile` left in a data
 * directory and its folders. Call it with the directory's lock and no pending writes of this process. Keeps the files
 * of other running processes, and ignores those that cannot be removed.
 */
export async function removeUnfinishedWrites(dataDir: string): Promise<void> {
  const top = await readdir(dataDir, { withFileTypes: true }).catch(() => []);
  const folders = top.filter((entry) => entry.isDirectory()).map(({ name }) => join(dataDir, name));
  for (const folder of [dataDir, ...folders]) {
    // Postgres' folder may belong to another user.
    for (const name of await readdir(folder).catch(() => [])) {
      const pid = Number(UNFINISHED.exec(name)?.[1]);
      // In containers, successive agents may have the same pid.
      if (pid === process.pid || (pid > 0 && !isAlive(pid))) await unlink(join(folder, name)).catch(() => undefined);
    }
  }
}

/**
 * Creates a folder that only this user may enter (0700), even in a parent that others may write to. AppError
 * unavailable if the path is a link, a file, or another user's folder.
 */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  if (!(await isOwnFolder(path))) {
    throw new AppError('unavailable', `${path} is a link, a file or another user's folder. Remove it, then try again.`);
  }
  if (process.platform !== 'win32') await chmod(path, 0o700);
}

/** Whether the path is a folder of this user, and not a link. */
export async function isOwnFolder(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => null);
  return found?.isDirectory() === true && found.uid === (process.getuid?.() ?? found.uid);
}

/** Chrome creates a Unix socket in its temporary folder, and a socket's path is limited to about 100 characters. */
const TEMPORARY_MAX_CHARS = 30;

/** The system's temporary folder or, if its path is too long for a browser's socket, /tmp. */
export function shortTemporaryFolder(): string {
  const folder = tmpdir();
  return process.platform === 'win32' || folder.length <= TEMPORARY_MAX_CHARS ? folder : '/tmp';
}
