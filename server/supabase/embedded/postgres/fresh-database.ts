import { randomBytes } from 'node:crypto';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { prepareBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { makeSocketDir } from './layout.ts';
import { startPostgres } from './postgres.ts';
import type { Address } from './postmaster.ts';
import { ownerOf, postgresUser } from './system-user.ts';

export type FreshDatabaseOptions = {
  /** The parent folder of the workspace's cluster (Layout.clusterRoot), which Postgres' user can reach. */
  clusterRoot: string;
  /** The name of the folder to create in it; the caller removes the folder. */
  name: string;
  log: Logger;
  /** The password of the database's owner, for a cluster that is kept; random by default. */
  password?: string;
  /** Whether the database is deleted after use. If so, it runs without fsync. */
  isThrowAway: boolean;
  /** Stops the server when aborted, so that its clients fail at once. */
  signal?: AbortSignal;
};

/** `cluster` is its data folder. `stop` may be called twice. */
export type FreshDatabase = { address: Address; cluster: string; stop(): Promise<void> };

/**
 * Starts a separate PostgreSQL on a new, empty cluster, in a new folder next to the workspace's database, which may be
 * running or not. AppError unavailable, like startDatabase; rejects with the signal's reason if it is aborted first.
 */
export async function startFreshDatabase(options: FreshDatabaseOptions): Promise<FreshDatabase> {
  const { clusterRoot, name, log, isThrowAway, signal, password = randomBytes(32).toString('base64url') } = options;
  const nobody = await postgresUser();
  const user = nobody && ((await ownerOf(join(clusterRoot, 'postgres'))) ?? nobody);
  const folder = join(clusterRoot, name);
  await mkdir(folder, { mode: 0o700 });
  if (user) await chmod(folder, 0o711);
  const binaries = await prepareBinaries(clusterRoot, user);
  const cluster = join(folder, 'postgres');
  await ensureCluster(cluster, binaries, user, password, signal);
  const postgres = await startPostgres({
    binaries,
    cluster,
    socketDir: await makeSocketDir({ clusterRoot: folder }, user),
    user,
    password,
    log,
    onLost: (error) => log.warn({ err: error }, 'A secondary PostgreSQL stopped.'),
    settings: isThrowAway ? { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' } : {},
  });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    signal?.removeEventListener('abort', abandon);
    stopped ??= postgres.stop();
    return stopped;
  };
  // A failure is reported by the caller's own call of `stop`.
  const abandon = () => void stop().catch(() => undefined);
  signal?.addEventListener('abort', abandon);
  if (signal?.aborted) await stop();
  signal?.throwIfAborted();
  return { address: postgres.address, cluster, stop };
}
