import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { AgentConfig } from '../config/config.ts';
import { AppError } from '../errors.ts';
import { openVault } from '../features/publishing/channels/vault.ts';
import { openEmbedded } from '../supabase/embedded/backend.ts';
import { openHosted } from '../supabase/hosted.ts';
import { type Check, fail, ok } from './check.ts';

/**
 * Really starts a database in a temporary folder, makes the schema in it, and stops it; or asks the hosted project, as
 * `start` does.
 */
export async function checkDatabase(config: AgentConfig): Promise<Check> {
  const { supabaseUrl: url, supabaseKey: publishableKey, supabaseSecretKey: secretKey, databaseUrl } = config;
  const log = pino({ level: 'silent' });
  if (url && publishableKey) {
    return attempt('Supabase', `${url} answers`, async () => {
      const connection = await openHosted({ url, publishableKey, secretKey, log });
      await connection.close();
    });
  }
  const folder = await mkdtemp(join(tmpdir(), 'local-agent-doctor-'));
  // Postgres under root runs as another user, who has to get in.
  await chmod(folder, 0o711);
  try {
    return await attempt('PostgreSQL', 'starts and stops', async () => {
      const connection = await openEmbedded({ dataDir: join(folder, 'data'), databaseUrl, log });
      await connection.close();
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Where the key to the logins of channels is kept, and whether they can be read. */
export async function checkChannelLogins(dataDir: string): Promise<Check> {
  // The state is that of the folder, whichever database its accounts are in.
  try {
    const { keptIn, problem } = await openVault({ dataDir, workspace: '' }).state();
    if (problem) return fail('Channel logins', 'cannot be read', problem);
    return ok('Channel logins', KEPT_IN[keptIn ?? 'none']);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return fail('Channel logins', 'cannot be read', error.message);
  }
}

const KEPT_IN = {
  none: 'no account is connected for posting yet',
  keychain: "encrypted, with a key in the operating system's keychain",
  file: 'encrypted, with a key in a private file',
};

/** Runs `work`; its AppError becomes a failure in its own words. */
export async function attempt(name: string, success: string, work: () => Promise<void>): Promise<Check> {
  try {
    await work();
    return ok(name, success);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return fail(name, 'does not work', error.message);
  }
}
