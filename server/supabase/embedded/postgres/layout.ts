import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { canonicalPath, directoryError } from '../../../data-directory/data-directory.ts';
import { AppError } from '../../../errors.ts';
import { stopLeftover } from './leftover.ts';
import { CLUSTER, hasCluster } from './replacement.ts';
import { ownerOf, type SystemUser } from './system-user.ts';

/** Longest folder for a Unix socket: macOS allows 103 bytes for the whole path and Postgres adds "/.s.PGSQL.5432". */
const SOCKET_DIR_MAX_BYTES = 88;
/** Where the cluster of a data directory lives that Postgres' own user cannot reach. */
const SHARED_ROOT = '/var/lib/local-agent';

/** The paths of the embedded backend, all absolute. */
export type Layout = {
  dataDir: string;
  /** Parent of `cluster`; differs from dataDir where Postgres' user cannot reach that. */
  clusterRoot: string;
  cluster: string;
  objects: string;
  keysFile: string;
};

/**
 * Creates the data directory's folders, private to this user, and hands the database's part to `user` (see
 * postgresUser). AppError unavailable with the reason when the directory cannot be made or written.
 */
export async function prepareLayout(dataDir: string, user: SystemUser | null): Promise<Layout> {
  const absolute = canonicalPath(dataDir);
  try {
    await mkdir(absolute, { recursive: true, mode: 0o700 });
    if (user) await adoptClusterOf(resolve(dataDir), absolute);
    const clusterRoot = await openClusterRoot(absolute, user);
    const layout = {
      dataDir: absolute,
      clusterRoot,
      cluster: join(clusterRoot, CLUSTER),
      objects: join(absolute, 'storage'),
      keysFile: join(absolute, 'keys.json'),
    };
    await mkdir(layout.objects, { recursive: true, mode: 0o700 });
    return layout;
  } catch (cause) {
    throw directoryError(absolute, cause);
  }
}

/**
 * A database elsewhere was once found by the data directory's path as it was spelled: it moves to where every spelling
 * finds it.
 */
async function adoptClusterOf(spelled: string, dataDir: string): Promise<void> {
  const [before, now] = [spelled, dataDir].map((path) => join(SHARED_ROOT, digest(path))) as [string, string];
  if (before === now || existsSync(now) || !hasCluster(before)) return;
  await stopLeftover(join(before, CLUSTER));
  await rename(before, now);
}

/**
 * The data directory itself, or a folder under /var/lib/local-agent when a parent of it is closed to Postgres' user. A
 * database that is there already stays where it is, whatever became of the parents since.
 */
async function openClusterRoot(dataDir: string, user: SystemUser | null): Promise<string> {
  if (!user) return dataDir;
  const elsewhere = join(SHARED_ROOT, digest(dataDir));
  const hasOneHere = hasCluster(dataDir);
  const hasOneElsewhere = hasCluster(elsewhere);
  const owner = await ownerOf(join(dataDir, CLUSTER));
  const barrier = await findBarrier(dirname(dataDir), owner ?? user);
  if (hasOneHere || (barrier === null && !hasOneElsewhere)) {
    if (barrier !== null) throw closedTo(user, barrier, dataDir);
    await openForPassing(dataDir);
    return dataDir;
  }
  await mkdir(elsewhere, { recursive: true, mode: 0o711 });
  await openForPassing(SHARED_ROOT);
  await openForPassing(elsewhere);
  return elsewhere;
}

async function openForPassing(folder: string): Promise<void> {
  const { mode } = await stat(folder);
  if ((mode & 0o011) !== 0o011) await chmod(folder, (mode & 0o777) | 0o011);
}

/** The nearest folder, from this one up, that `user` may not pass through; null when the way is free. */
async function findBarrier(folder: string, user: SystemUser): Promise<string | null> {
  const { mode, uid, gid } = await stat(folder);
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return folder;
  const parent = dirname(folder);
  return parent === folder ? null : findBarrier(parent, user);
}

function closedTo(user: SystemUser, barrier: string, dataDir: string): AppError {
  return new AppError(
    'unavailable',
    `PostgreSQL runs as ${user.name} and cannot reach its database in ${dataDir}, because ${barrier} is closed. Let others pass it with "chmod o+x ${barrier}", or choose another --data-dir.`,
  );
}

function digest(dataDir: string): string {
  return createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
}

/**
 * Makes an empty private folder for Postgres' socket: beside the cluster, or in /tmp where that path is too long. The
 * name is the same each time, so that what a killed agent left behind is found and removed.
 */
export async function makeSocketDir(layout: Pick<Layout, 'clusterRoot'>, user: SystemUser | null): Promise<string> {
  const beside = join(layout.clusterRoot, 'run');
  const folder =
    Buffer.byteLength(beside) <= SOCKET_DIR_MAX_BYTES ? beside : `/tmp/local-agent-${digest(layout.clusterRoot)}-run`;
  await rm(folder, { recursive: true, force: true });
  // Fails when another user has made a folder there, who could then listen in our place.
  await mkdir(folder, { mode: 0o700 });
  if (user) await chown(folder, user.uid, user.gid);
  return folder;
}
