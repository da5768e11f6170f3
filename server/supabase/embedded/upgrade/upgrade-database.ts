import type { Logger } from 'pino';
import { version } from '../../../../package.json';
import { toGoBackTo } from '../../../data-directory/backups-folder.ts';
import { lastVersionOn } from '../../../data-directory/data-directory.ts';
import { type Migration, migrate, readSeed } from '../../migrate.ts';
import type { SqlClient } from '../../sql/client.ts';
import { bootstrap } from '../bootstrap.ts';
import type { Address } from '../postgres/postmaster.ts';

export type DatabaseUpgrade = {
  dataDir: string;
  /** The user's own PostgreSQL, which `restore` does not touch; null for the embedded one. */
  databaseUrl: string | null;
  address: Address;
  /** Milliseconds since the epoch. */
  now: number;
  log: Logger;
  onProgress?: ((sentence: string) => void) | undefined;
  migrations: Migration[];
};

/**
 * Upgrades a database to this version: sets it up like a Supabase project and applies the missing migrations, in one
 * transaction. A database with earlier migrations is backed up first. AppError unavailable, with nothing changed, when
 * it is of another version or the upgrade fails.
 */
export async function upgradeDatabase(database: SqlClient, upgrade: DatabaseUpgrade): Promise<void> {
  const { dataDir, databaseUrl, address, migrations, now, log, onProgress = () => undefined } = upgrade;
  let backup: string | null = null;
  const applied = await migrate(database, migrations, await readSeed(), {
    prepare: bootstrap,
    async backUp(missing) {
      const { backUpBeforeUpgrade } = await import('./safety-backup.ts');
      const from = (await lastVersionOn(dataDir)) ?? 'unknown';
      onProgress(`Upgrading the workspace to local-agent ${version}. First, a backup…`);
      backup = await backUpBeforeUpgrade({ dataDir, address, upgrade: `${from}-to-${version}`, now });
      onProgress(
        `The backup is in ${backup}. Applying ${missing.length} ${missing.length === 1 ? 'change' : 'changes'}…`,
      );
      return databaseUrl === null ? toGoBackTo(backup, dataDir) : `A backup is in ${backup}.`;
    },
  });
  if (applied.length > 0) log.info({ migrations: applied, backup }, 'The database is up to date.');
  if (backup === null) return;
  const { removeOldSafetyBackups } = await import('./safety-backup.ts');
  await removeOldSafetyBackups(dataDir, now);
  onProgress('The workspace is upgraded.');
}
