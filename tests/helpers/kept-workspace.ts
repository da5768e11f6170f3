import { createReadStream } from 'node:fs';
import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { prepareDataDirectory } from '../../server/data-directory/data-directory.ts';
import { loadDump } from '../../server/supabase/embedded/dump/load.ts';
import { startDatabase } from '../../server/supabase/embedded/postgres/start-database.ts';

/** Data directories of released versions, by version: the database as a dump, everything else unchanged. */
export const KEPT_WORKSPACES = fileURLToPath(new URL('../fixtures/workspaces/', import.meta.url));
export const KEPT_DUMP = 'database.sql';

/** The accounts, posts and secrets that were planted in each (tests/upgrades/keep-workspace.ts). */
export const PLANTED = {
  member: { email: 'ada@example.com', password: 'planted password' },
  caption: 'Weekend in Málaga ☀️\nTab\there, a \\backslash, "quotes" and 寿司.',
  posts: 12,
  apiKey: 'planted-model-key',
  channelSecret: { appPassword: 'planted-app-password' },
  cookie: 'planted-session-cookie',
  picture: 'a planted picture, which nobody opens',
};

/** The versions whose workspaces are kept, oldest first. */
export async function keptVersions(): Promise<string[]> {
  return (await readdir(KEPT_WORKSPACES)).sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}

/**
 * Restores a kept workspace into an empty folder, in its version's state, with only that version's migrations applied.
 */
export async function putBack(version: string, dataDir: string): Promise<void> {
  const kept = join(KEPT_WORKSPACES, version);
  await prepareDataDirectory(dataDir);
  await cp(kept, dataDir, { recursive: true, filter: (path) => !path.endsWith(KEPT_DUMP) });
  const { server } = await startDatabase({ dataDir, databaseUrl: null, log: pino({ level: 'silent' }) });
  try {
    await loadDump(server.address, createReadStream(join(kept, KEPT_DUMP)), { isUpgraded: false });
  } finally {
    await server.stop();
  }
  await rm(join(dataDir, KEPT_DUMP), { force: true });
}
