import { randomBytes } from 'node:crypto';
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../../../errors.ts';
import type { Binaries } from './binaries.ts';
import { initdb } from './initdb.ts';
import { giveTo, ownerOf, type SystemUser } from './system-user.ts';

/** Separates the cluster's name from a random suffix, in the name of a folder that initdb has not finished. */
const PARTIAL = '.partial-';

/** Creates the cluster unless it exists. An interrupted creation is repeated. Throws the same errors as `initdb`. */
export async function ensureCluster(
  cluster: string,
  binaries: Binaries,
  user: SystemUser | null,
  password: string,
  signal?: AbortSignal,
): Promise<void> {
  if ((await majorOf(cluster)) === null) return createCluster(cluster, binaries, user, password, signal);
  // The folder belongs to root, who restored it from a backup.
  if (user && (await ownerOf(cluster)) === null) await giveTo(user, cluster);
}

/** The major version of a cluster; null if there is no cluster. AppError unavailable when the version is unreadable. */
export async function majorOf(cluster: string): Promise<number | null> {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (version === null) return null;
  const major = /^\d{1,2}(?=(\.\d+)?\n?$)/.test(version) ? Number.parseInt(version, 10) : 0;
  if (major === 0) throw damaged(cluster, version);
  return major;
}

async function createCluster(
  cluster: string,
  binaries: Binaries,
  user: SystemUser | null,
  password: string,
  signal?: AbortSignal,
): Promise<void> {
  await removeBroken(cluster);
  // A unique name, because the initdb of a killed agent may still be writing to an earlier folder.
  const partial = `${cluster}${PARTIAL}${randomBytes(4).toString('hex')}`;
  const passwordFile = `${partial}.password`;
  await mkdir(partial, { mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  try {
    if (user) {
      await chown(partial, user.uid, user.gid);
      await chown(passwordFile, user.uid, user.gid);
    }
    await initdb(binaries, partial, passwordFile, user, signal);
    await rename(partial, cluster).catch((cause: NodeJS.ErrnoException) => {
      throw cause.code === 'ENOTEMPTY' || cause.code === 'EEXIST' ? damaged(cluster, cause) : cause;
    });
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function removeBroken(cluster: string): Promise<void> {
  const begin = `${basename(cluster)}${PARTIAL}`;
  const broken = (await readdir(dirname(cluster))).filter((name) => name.startsWith(begin));
  await Promise.all(
    broken.map((name) => rm(join(dirname(cluster), name), { recursive: true, force: true, maxRetries: 10 })),
  );
}

function damaged(cluster: string, cause: unknown): AppError {
  return new AppError(
    'unavailable',
    `The database in ${cluster} is damaged: its file PG_VERSION is missing or damaged. Restore the folder from a backup, or choose another --data-dir.`,
    { cause },
  );
}
