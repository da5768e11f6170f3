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
  /** The folder of a workspace's own cluster (Layout.clusterRoot), which Postgres' user can reach. */
  clusterRoot: string;
  /** The folder to make in it; the caller removes it. */
  name: string;
  log: Logger;
  /** The password of the database's owner, where a cluster is to be used later on; a random one otherwise. */
  password?: string;
  /** Is it thrown away after use? Then it does not wait for the disk. */
  isThrowAway: boolean;
  /** Stops the server as soon as it is aborted, so that what uses it fails at once. */
  signal?: AbortSignal;
};

/** `cluster` is the folder of its data. `stop` may be called twice. */
export type FreshDatabase = { address: Address; cluster: string; stop(): Promise<void> };

/**
 * Starts a separate PostgreSQL, on a new and empty cluster in a new folder beside a workspace's database, whether or
 * not that one runs. AppError unavailable, as startDatabase; the signal's reason when that is aborted before it runs.
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
  // The caller's own `stop` reports a failure.
  const abandon = () => void stop().catch(() => undefined);
  signal?.addEventListener('abort', abandon);
  if (signal?.aborted) await stop();
  signal?.throwIfAborted();
  return { address: postgres.address, cluster, stop };
}
