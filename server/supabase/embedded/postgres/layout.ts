import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { canonicalPath, directoryError } from '../../../data-directory/data-directory.ts';
import { AppError } from '../../../errors.ts';
import { stopLeftover } from './leftover.ts';
import { CLUSTER, hasCluster } from './replacement.ts';
import { ownerOf, type SystemUser } from './system-user.ts';

/** Longest path of the socket folder: macOS allows 103 bytes for a socket, and Postgres appends "/.s.PGSQL.5432". */
const SOCKET_DIR_MAX_BYTES = 88;
/** Holds the clusters of data directories that Postgres' user cannot reach. */
const SHARED_ROOT = '/var/lib/local-agent';

/** The paths of the embedded backend, all absolute. */
export type Layout = {
  dataDir: string;
  /** Parent of `cluster`; differs from dataDir if Postgres' user cannot reach that. */
  clusterRoot: string;
  cluster: string;
  objects: string;
  keysFile: string;
};

/**
 * Creates the data directory's folders, private to the agent's user, and makes the cluster's folder reachable for
 * `user` (see postgresUser). AppError unavailable with the reason when the directory cannot be created or written.
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
 * Older versions named a cluster under SHARED_ROOT after the data directory's path as the user spelled it. Renames such
 * a cluster after the canonical path, so that every spelling finds it.
 */
async function adoptClusterOf(spelled: string, dataDir: string): Promise<void> {
  const [before, now] = [spelled, dataDir].map((path) => join(SHARED_ROOT, digest(path))) as [string, string];
  if (before === now || existsSync(now) || !hasCluster(before)) return;
  await stopLeftover(join(before, CLUSTER));
  await rename(before, now);
}

/**
 * Returns the data directory itself, or a folder under /var/lib/local-agent when Postgres' user cannot pass through a
 * parent of it. An existing database stays where it is, even if the parents' permissions have changed since.
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

/** Finds the nearest folder, from this one up, that `user` may not pass through; null if there is none. */
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
 * Creates an empty private folder for Postgres' socket: next to the cluster, or in /tmp if that path is too long. The
 * name is the same each time, so that the folder of a killed agent is found and removed.
 */
export async function makeSocketDir(layout: Pick<Layout, 'clusterRoot'>, user: SystemUser | null): Promise<string> {
  const beside = join(layout.clusterRoot, 'run');
  const folder =
    Buffer.byteLength(beside) <= SOCKET_DIR_MAX_BYTES ? beside : `/tmp/local-agent-${digest(layout.clusterRoot)}-run`;
  await rm(folder, { recursive: true, force: true });
  // Fails if another user has created the folder, who could otherwise listen in our place.
  await mkdir(folder, { mode: 0o700 });
  if (user) await chown(folder, user.uid, user.gid);
  return folder;
}
