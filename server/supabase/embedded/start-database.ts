import type { Logger } from 'pino';
import { directoryError } from '../../directories/data-directory.ts';
import type { AppError } from '../../errors.ts';
import { type DatabaseServer, openDatabase } from './database-server.ts';
import { type Keys, loadKeys } from './keys.ts';
import { type Layout, prepareLayout } from './layout.ts';
import { postgresUser } from './system-user.ts';

export type DatabaseOptions = {
  /** The workspace's folder; made when it is not there. The caller holds its lock. */
  dataDir: string;
  /** Another PostgreSQL 15 or later instead of the embedded one. */
  databaseUrl: string | null;
  log: Logger;
  /** Called when PostgreSQL died and could not be brought back: the agent should stop, showing the error's message. */
  onLost?: ((error: AppError) => void) | undefined;
};

/** A workspace's folders and keys, and the PostgreSQL that answers on them; `server.stop` ends it. */
export type StartedDatabase = { layout: Layout; keys: Keys; server: DatabaseServer };

/**
 * Prepares the folders and keys of a data directory and starts PostgreSQL on it: what the embedded backend stands on, and none of its code. AppError
 * unavailable, with the remedy, as openEmbedded.
 */
export async function startDatabase({ dataDir, databaseUrl, log, onLost }: DatabaseOptions): Promise<StartedDatabase> {
  const user = databaseUrl ? null : await postgresUser();
  const layout = await prepareLayout(dataDir, user);
  const keys = await loadKeys(layout.keysFile).catch((error) => {
    throw directoryError(layout.dataDir, error);
  });
  return { layout, keys, server: await openDatabase({ layout, user, keys, databaseUrl, log, onLost }) };
}
