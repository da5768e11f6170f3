import { createHash } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { directoryError } from '../../data-directory.ts';
import type { SystemUser } from './system-user.ts';

/** Longest folder for a Unix socket: macOS allows 103 bytes for the whole path and Postgres adds "/.s.PGSQL.5432". */
const SOCKET_DIR_MAX_BYTES = 88;
/** Where the cluster of a data directory lives that Postgres' own user cannot reach. */
const SHARED_ROOT = '/var/lib/local-agent';

/** Where everything of the embedded backend lies. All are absolute paths. */
export type Layout = {
  dataDir: string;
  /** Parent of `cluster`; differs from dataDir where Postgres' user cannot reach that. */
  clusterRoot: string;
  cluster: string;
  objects: string;
  keysFile: string;
};

/**
 * Creates the data directory's folders, private to this user, and hands the database's part to `user` (see postgresUser).
 * AppError unavailable with the reason when the directory cannot be made or written.
 */
export async function prepareLayout(dataDir: string, user: SystemUser | null): Promise<Layout> {
  const absolute = resolve(dataDir);
  try {
    await mkdir(absolute, { recursive: true, mode: 0o700 });
    const clusterRoot = await openClusterRoot(absolute, user);
    const layout = {
      dataDir: absolute,
      clusterRoot,
      cluster: join(clusterRoot, 'postgres'),
      objects: join(absolute, 'storage'),
      keysFile: join(absolute, 'keys.json'),
    };
    await mkdir(layout.objects, { recursive: true, mode: 0o700 });
    return layout;
  } catch (cause) {
    throw directoryError(absolute, cause);
  }
}

/** The data directory itself, or a folder under /var/lib/local-agent when a parent of it is closed to Postgres' user. */
async function openClusterRoot(dataDir: string, user: SystemUser | null): Promise<string> {
  if (!user) return dataDir;
  if (await canPass(dirname(dataDir))) {
    const { mode } = await stat(dataDir);
    if ((mode & 0o001) === 0) await chmod(dataDir, (mode & 0o777) | 0o011);
    return dataDir;
  }
  const root = join(SHARED_ROOT, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  await mkdir(root, { recursive: true, mode: 0o711 });
  await chmod(SHARED_ROOT, 0o711);
  await chmod(root, 0o711);
  return root;
}

async function canPass(folder: string): Promise<boolean> {
  const { mode } = await stat(folder);
  if ((mode & 0o001) === 0) return false;
  const parent = dirname(folder);
  return parent === folder ? true : canPass(parent);
}

/** A private folder for Postgres' socket: beside the cluster, or in the temporary folder where that path is too long. */
export async function makeSocketDir(layout: Layout, user: SystemUser | null): Promise<string> {
  const beside = join(layout.clusterRoot, 'run');
  const folder =
    Buffer.byteLength(beside) <= SOCKET_DIR_MAX_BYTES ? beside : await mkdtemp(join(tmpdir(), 'local-agent-'));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (user) await chown(folder, user.uid, user.gid);
  return folder;
}
