import type { Logger } from 'pino';
import { parseUrl } from '../../../../shared/web/parse-url.ts';
import { directoryError } from '../../../data-directory/data-directory.ts';
import { AppError } from '../../../errors.ts';
import { type Keys, loadKeys } from '../keys.ts';
import { type Binaries, prepareBinaries } from './binaries.ts';
import { ensureCluster, majorOf } from './cluster.ts';
import { databaseError } from './database-error.ts';
import { type Layout, makeSocketDir, prepareLayout } from './layout.ts';
import { startPostgres } from './postgres.ts';
import type { Address } from './postmaster.ts';
import { finishReplacement, removeReplaced } from './replacement.ts';
import { ownerOf, postgresUser, type SystemUser } from './system-user.ts';

export type DatabaseOptions = {
  /** The workspace's folder; created if it does not exist. The caller holds its lock. */
  dataDir: string;
  /** The URL of an external PostgreSQL (15 or later) to use instead of the embedded one. */
  databaseUrl: string | null;
  log: Logger;
  /** Called when PostgreSQL died and its files are damaged: the agent should show the error's message and stop. */
  onLost?: ((error: AppError) => void) | undefined;
  /** Called with a sentence for the user when opening takes longer than usual because of an upgrade. */
  onProgress?: ((sentence: string) => void) | undefined;
  /** Path of npm's JavaScript, for upgrades from an older PostgreSQL; by default the npm of this Node. */
  npm?: string | null | undefined;
};

/** A workspace's folders and keys, and its running PostgreSQL. */
export type StartedDatabase = { layout: Layout; keys: Keys; server: DatabaseServer };

/**
 * Prepares the folders and keys of a data directory and starts PostgreSQL on it: the base of the embedded backend,
 * whose code is not loaded here. AppError unavailable, with the remedy, like openEmbedded.
 */
export async function startDatabase(options: DatabaseOptions): Promise<StartedDatabase> {
  const { dataDir, databaseUrl } = options;
  const user = databaseUrl ? null : await postgresUser();
  const layout = await prepareLayout(dataDir, user);
  const keys = await loadKeys(layout.keysFile).catch((error) => {
    throw directoryError(layout.dataDir, error);
  });
  return { layout, keys, server: await openServer({ ...options, layout, user, keys }) };
}

/** The backend's PostgreSQL, embedded or external. `folder` is the embedded one's data folder, else null. */
export type DatabaseServer = { address: Address; folder: string | null; stop(): Promise<void> };

type ServerOptions = DatabaseOptions & { layout: Layout; user: SystemUser | null; keys: Keys };

/** Accepted values of `sslmode`, besides the default `disable`. */
const SSL_MODES = ['require', 'prefer', 'allow', 'verify-full'] as const;

/** Starts the embedded PostgreSQL, or returns the address of the one in `databaseUrl`. */
async function openServer(options: ServerOptions): Promise<DatabaseServer> {
  if (options.databaseUrl)
    return { address: parseDatabaseUrl(options.databaseUrl), folder: null, stop: async () => {} };
  const { layout, keys, log } = options;
  try {
    // Root may open an ordinary user's workspace, which that user must be able to open again later.
    const user = options.user && ((await ownerOf(layout.cluster)) ?? options.user);
    const binaries = await prepareBinaries(layout.clusterRoot, user);
    await finishReplacement(layout.clusterRoot);
    await upgradeOlder(options, user, binaries);
    await ensureCluster(layout.cluster, binaries, user, keys.databasePassword);
    const server = await startPostgres({
      binaries,
      cluster: layout.cluster,
      socketDir: await makeSocketDir(layout, user),
      user,
      password: keys.databasePassword,
      log,
      onLost: (error) => (options.onLost ? options.onLost(error) : log.fatal(error.message)),
    });
    await removeReplaced(layout.clusterRoot);
    return { address: server.address, folder: layout.cluster, stop: server.stop };
  } catch (error) {
    throw await databaseError(error, layout.clusterRoot, null);
  }
}

/** Upgrades an older cluster. AppError unavailable when its major version is newer, or cannot be upgraded. */
async function upgradeOlder(options: ServerOptions, user: SystemUser | null, binaries: Binaries): Promise<void> {
  const { layout, keys, log, onProgress = () => undefined } = options;
  const major = await majorOf(layout.cluster);
  if (major === null || major === binaries.major) return;
  if (major > binaries.major) {
    throw new AppError(
      'unavailable',
      `The database in ${layout.cluster} was made by a newer local-agent (PostgreSQL ${major}, this one has ${binaries.major}). Update local-agent, or choose another --data-dir.`,
    );
  }
  const { upgradeCluster } = await import('../upgrade/upgrade-cluster.ts');
  const { npm } = options;
  await upgradeCluster({ layout, from: major, binaries, user, password: keys.databasePassword, log, onProgress, npm });
}

function parseDatabaseUrl(text: string): Address {
  const url = parseUrl(text);
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol)) {
    throw new AppError(
      'bad_input',
      'LOCAL_AGENT_DATABASE_URL is not a PostgreSQL address. One looks like postgres://user:password@host:5432/database.',
    );
  }
  const ssl = SSL_MODES.find((mode) => mode === url.searchParams.get('sslmode'));
  return {
    host: url.searchParams.get('host') ?? decodeURIComponent(url.hostname),
    port: Number(url.port || url.searchParams.get('port') || 5432),
    user: decodeURIComponent(url.username) || 'postgres',
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)) || 'postgres',
    ...(ssl && { ssl }),
  };
}
