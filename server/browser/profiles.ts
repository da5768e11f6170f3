import { lstat, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { directoryLocks } from '../data-directory/directory-lock.ts';
import { AppError } from '../errors.ts';
import { isFolderBelow, listFiles, removeTree } from '../files/file-tree.ts';
import { writePrivateFile } from '../files/private-file.ts';
import { killAllOf } from '../system/process-tree.ts';
import { attempted } from '../system/time-limit.ts';

/** A profile's caches are emptied if they exceed this size; the rest of the profile is kept. */
const CACHES_MAX_BYTES = 200 * 1024 * 1024;
/** A cache with more files and folders than this is emptied without counting the rest. */
const CACHE_MAX_ENTRIES = 20_000;
const CACHES = [
  'Cache',
  'Code Cache',
  'GPUCache',
  'DawnGraphiteCache',
  'DawnWebGPUCache',
  'Service Worker/CacheStorage',
];
/** Chrome's lock files, left behind by a killed Chrome or by one in a container with another host name. */
const CHROME_LOCKS = ['SingletonLock', 'SingletonCookie', 'SingletonSocket'];

const KILL_LIMIT_MS = 3_500;
/** How long the clean-up may take before the lock is released anyway. */
const TIDY_LIMIT_MS = 3_000;

/** The file that contains the id of an account's workspace. */
const MARKER = 'workspace';

const locks = directoryLocks(z.object({ purpose: z.string() }));

/** An account's profile and its lock: one browser at a time, also across processes. */
export type Profile = {
  /** Chrome's user data directory. */
  folder: string;
  /** Kills processes still using the profile, empties oversized caches, and releases the lock. Safe to call twice. */
  close(): Promise<void>;
  /** Removes the profile and releases the lock. */
  remove(): Promise<void>;
};

/**
 * Opens or creates the profile of an account for `purpose` (such as "a log-in"), private to this user and this account.
 * Kills a browser that a killed agent left on it. AppError conflict if it is in use. The lock is released when the
 * process exits, even if killed.
 */
export async function openProfile(dataDir: string, accountId: string, purpose: string): Promise<Profile> {
  const account = accountFolder(dataDir, accountId);
  await mkdir(account, { recursive: true, mode: 0o700 });
  const { lock, outcome } = await locks.lock(account, { purpose }, ({ info, isHolder }) => (isHolder ? info : null));
  if (!lock) throw new AppError('conflict', profileInUse(outcome.purpose));
  const folder = join(account, BROWSER);
  const endNow = async (tidy: () => Promise<void>) => {
    try {
      await attempted(killAllOf(folder), KILL_LIMIT_MS);
      await tidy();
    } finally {
      await attempted(lock.release(), KILL_LIMIT_MS);
    }
  };
  let ended: Promise<void> | undefined;
  const end = (tidy: () => Promise<void>) => {
    ended ??= endNow(tidy);
    return ended;
  };
  try {
    await attempted(killAllOf(folder), KILL_LIMIT_MS);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await Promise.all(CHROME_LOCKS.map((name) => rm(join(folder, name), { force: true })));
  } catch (error) {
    await lock.release();
    throw error;
  }
  return {
    folder,
    close: () => end(() => attempted(emptyCaches(folder), TIDY_LIMIT_MS)),
    async remove() {
      await end(async () => {
        if (await isFolderBelow(account, BROWSER)) await removeFolder(folder);
      });
      await removeFolder(account);
    },
  };
}

/** Whether this account has a profile on this machine. */
export async function hasProfile(dataDir: string, accountId: string): Promise<boolean> {
  return (await stat(accountFolder(dataDir, accountId)).catch(() => null)) !== null;
}

/** Marks an account's profile, created if needed, as belonging to this workspace; see profilesOf. */
export async function claimProfile(dataDir: string, accountId: string, workspace: string): Promise<void> {
  await writePrivateFile(join(accountFolder(dataDir, accountId), MARKER), workspace);
}

/**
 * The ids of the accounts of a workspace that have a profile here: the data directory may also have served another
 * database with other accounts.
 */
export async function profilesOf(dataDir: string, workspace: string): Promise<string[]> {
  const names = await readdir(join(dataDir, 'profiles')).catch(() => []);
  const ids = names.filter((name) => z.uuid().safeParse(name).success);
  const marks = ids.map((id) => readFile(join(accountFolder(dataDir, id), MARKER), 'utf8').catch(() => null));
  const workspaces = await Promise.all(marks);
  return ids.filter((_, index) => workspaces[index] === workspace);
}

/** The browser's subfolder, which keeps its files apart from the lock's. */
const BROWSER = 'browser';

/** AppError bad_input unless the id is a UUID, as in the database: nothing else becomes part of a path. */
function accountFolder(dataDir: string, accountId: string): string {
  if (!z.uuid().safeParse(accountId).success) throw new AppError('bad_input', 'expected the id of an account');
  return join(dataDir, 'profiles', accountId);
}

const profileInUse = (purpose: string) =>
  `This account's browser is in use on this machine, for ${purpose}. Wait until that has ended, or cancel it, then try again.`;

/** Skips caches behind a symbolic link. */
async function emptyCaches(folder: string): Promise<void> {
  const caches: string[] = [];
  for (const name of CACHES) {
    if (await isFolderBelow(folder, `Default/${name}`)) caches.push(join(folder, 'Default', name));
  }
  const sizes = await Promise.all(caches.map(sizeOf));
  if (sizes.reduce((sum, size) => sum + size, 0) <= CACHES_MAX_BYTES) return;
  await Promise.all(caches.map(removeFolder));
}

/** In bytes; Infinity if there are too many entries to count. */
async function sizeOf(folder: string): Promise<number> {
  const { files, isWhole } = await listFiles(folder, CACHE_MAX_ENTRIES);
  return isWhole ? files.reduce((sum, { size }) => sum + size, 0) : Number.POSITIVE_INFINITY;
}

/** Retries while a dying browser still writes. Rejects on failure, so that the user learns that a log-in remains. */
async function removeFolder(folder: string): Promise<void> {
  await removeTree(folder);
  if (await lstat(folder).catch(() => null)) throw new Error(`${folder} could not be removed.`);
}
