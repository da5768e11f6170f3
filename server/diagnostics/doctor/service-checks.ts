import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { platformLabel } from '../../../shared/posts/platforms.ts';
import { CHANNEL_WARNING_DAYS } from '../../../shared/publishing/channel.ts';
import type { AgentConfig } from '../../config/config.ts';
import { AppError } from '../../errors.ts';
import { savedChannels } from '../../features/publishing/channels/saved-channels.ts';
import { openVault, type Vault } from '../../features/publishing/channels/vault.ts';
import { openEmbedded } from '../../supabase/embedded/backend.ts';
import { IN_LINK } from '../../supabase/hosted/project.ts';
import { storedProblem } from '../../supabase/hosted/stored-session.ts';
import { openHosted } from '../../supabase/hosted.ts';
import { type Check, fail, ok, warn } from './check.ts';

/**
 * Starts a database in a temporary folder, applies the migrations, and stops it; or checks the hosted project like
 * `start`.
 */
export async function checkDatabase(config: AgentConfig): Promise<Check> {
  const { supabaseUrl: url, supabaseKey: publishableKey, supabaseSecretKey: secretKey, databaseUrl } = config;
  const log = pino({ level: 'silent' });
  if (url && publishableKey) {
    return attempt('Supabase', `${url} answers`, async () => {
      const connection = await openHosted({
        url,
        publishableKey,
        secretKey,
        names: config.link ? IN_LINK : undefined,
        log,
      });
      await connection.close();
      // Reads the stored session only: refreshing the tokens is up to the running agent.
      const problem = config.link && (await storedProblem(config.dataDir, url));
      if (problem) throw new AppError('unauthorized', problem);
    });
  }
  const folder = await mkdtemp(join(tmpdir(), 'local-agent-doctor-'));
  // As root, Postgres runs as another user, who needs access.
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

/**
 * Reports where the encryption key of the channel logins is stored, whether they can be read, and which logins of this
 * workspace (workspaceOf) expire soon.
 */
export async function checkChannelLogins(dataDir: string, workspace: string, now = new Date()): Promise<Check> {
  // Only the folder's state is checked, not the database.
  const vault = openVault({ dataDir, workspace });
  try {
    const { keptIn, problem } = await vault.state();
    if (problem) return fail('Channel logins', 'cannot be read', problem);
    const ending = await endingLogins(vault, now);
    if (ending.length > 0) return warn('Channel logins', `end soon: ${ending.join(', ')}`, CONNECT_AGAIN);
    return ok('Channel logins', KEPT_IN[keptIn ?? 'none']);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return fail('Channel logins', 'cannot be read', error.message);
  }
}

/** Logins that the user must renew within CHANNEL_WARNING_DAYS, or that have a problem: "@ada (LinkedIn) in 3 days". */
async function endingLogins(vault: Vault, now: Date): Promise<string[]> {
  const saved = savedChannels(vault);
  const ending: string[] = [];
  for (const account of await vault.accounts()) {
    // A damaged login is reported when its account is checked.
    const kept = await saved.read(account).catch(() => null);
    if (!kept?.connected.expiresAt) continue;
    const { handle, platform, expiresAt, problem } = kept.connected;
    const days = Math.max(0, Math.ceil((Date.parse(expiresAt) - now.getTime()) / DAY_MS));
    const isSoon = days <= CHANNEL_WARNING_DAYS || Boolean(problem);
    if (isSoon) ending.push(`${handle} (${platformLabel(platform)}) in ${days === 1 ? '1 day' : `${days} days`}`);
  }
  return ending;
}

const DAY_MS = 24 * 3_600_000;
const CONNECT_AGAIN = 'Renew these logins before then, under Accounts or with: local-agent channels connect <account>';

const KEPT_IN = {
  none: 'no account is connected for posting yet',
  keychain: "encrypted, with a key in the operating system's keychain",
  file: 'encrypted, with a key in a private file',
};

/** Runs `work`. If it throws an AppError, the check fails with its message. */
export async function attempt(name: string, success: string, work: () => Promise<void>): Promise<Check> {
  try {
    await work();
    return ok(name, success);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return fail(name, 'does not work', error.message);
  }
}
