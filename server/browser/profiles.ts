import { lstat, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { directoryLocks } from '../data-directory/directory-lock.ts';
import { AppError } from '../errors.ts';
import { isFolderBelow, listFiles, removeTree } from '../files/file-tree.ts';
import { writePrivateFile } from '../files/private-file.ts';
import { killAllOf } from '../system/process-tree.ts';
import { attempted } from '../system/time-limit.ts';

/** What a profile may have of caches before they are emptied; everything else in it stays. */
const CACHES_MAX_BYTES = 200 * 1024 * 1024;
/** Files and folders of a cache that are counted; one that has more is emptied. */
const CACHE_MAX_ENTRIES = 20_000;
const CACHES = [
  'Cache',
  'Code Cache',
  'GPUCache',
  'DawnGraphiteCache',
  'DawnWebGPUCache',
  'Service Worker/CacheStorage',
];
/**
 * What Chrome takes for a profile that is open elsewhere; a killed Chrome, or one in a container of another name,
 * leaves them.
 */
const CHROME_LOCKS = ['SingletonLock', 'SingletonCookie', 'SingletonSocket'];

const KILL_LIMIT_MS = 3_500;
/** How long tidying up may take before the lock is released all the same. */
const TIDY_LIMIT_MS = 3_000;

/** Says which workspace an account belongs to. */
const MARKER = 'workspace';

const locks = directoryLocks(z.object({ purpose: z.string() }));

/** The profile of an account, and its lock: one browser at a time, also across processes. */
export type Profile = {
  /** Chrome's user data directory. */
  folder: string;
  /**
   * Ends what still works on the profile, empties its caches when they have grown, and releases it. Safe to call twice.
   */
  close(): Promise<void>;
  /** Removes the whole profile and releases it. */
  remove(): Promise<void>;
};

/**
 * Opens the profile of an account for `purpose` (such as "a log-in"), making it where there is none: private to this
 * user, one account's own. A browser that a killed agent left on it is ended. AppError conflict when it is in use; the
 * lock goes with the process, however that ends.
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

/** Has this account a profile on this machine? */
export async function hasProfile(dataDir: string, accountId: string): Promise<boolean> {
  return (await stat(accountFolder(dataDir, accountId)).catch(() => null)) !== null;
}

/** Marks an account's profile as one of this workspace, making it where there is none; see profilesOf. */
export async function claimProfile(dataDir: string, accountId: string, workspace: string): Promise<void> {
  await writePrivateFile(join(accountFolder(dataDir, accountId), MARKER), workspace);
}

/**
 * The ids of the accounts that have a profile here and belong to a workspace: the data directory may serve another
 * database at another time, whose accounts are not to be missed in this one.
 */
export async function profilesOf(dataDir: string, workspace: string): Promise<string[]> {
  const names = await readdir(join(dataDir, 'profiles')).catch(() => []);
  const ids = names.filter((name) => z.uuid().safeParse(name).success);
  const marks = ids.map((id) => readFile(join(accountFolder(dataDir, id), MARKER), 'utf8').catch(() => null));
  const workspaces = await Promise.all(marks);
  return ids.filter((_, index) => workspaces[index] === workspace);
}

/** The browser's own folder, so that the lock's files are not in its way. */
const BROWSER = 'browser';

/** Ids come from the database; what is no id of it never becomes a path. */
function accountFolder(dataDir: string, accountId: string): string {
  if (!z.uuid().safeParse(accountId).success) throw new AppError('bad_input', 'expected the id of an account');
  return join(dataDir, 'profiles', accountId);
}

const profileInUse = (purpose: string) =>
  `This account's browser is in use on this machine, for ${purpose}. Wait until that has ended, or cancel it, then try again.`;

/** A cache that is reached by a link is not the profile's own to empty. */
async function emptyCaches(folder: string): Promise<void> {
  const caches: string[] = [];
  for (const name of CACHES) {
    if (await isFolderBelow(folder, `Default/${name}`)) caches.push(join(folder, 'Default', name));
  }
  const sizes = await Promise.all(caches.map(sizeOf));
  if (sizes.reduce((sum, size) => sum + size, 0) <= CACHES_MAX_BYTES) return;
  await Promise.all(caches.map(removeFolder));
}

/** In bytes; without end where there is more than can be looked at. */
async function sizeOf(folder: string): Promise<number> {
  const { files, isWhole } = await listFiles(folder, CACHE_MAX_ENTRIES);
  return isWhole ? files.reduce((sum, { size }) => sum + size, 0) : Number.POSITIVE_INFINITY;
}

/** Also where a dying browser still writes. Rejects when it stays: whoever removes a log-in has to know. */
async function removeFolder(folder: string): Promise<void> {
  await removeTree(folder);
  if (await lstat(folder).catch(() => null)) throw new Error(`${folder} could not be removed.`);
}
