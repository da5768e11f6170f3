import type { Logger } from 'pino';
import { browserHost } from './browser/account-launch.ts';
import type { AgentConfig } from './config/config.ts';
import { capabilitiesOf } from './features/agents/capabilities.ts';
import { openRegisteredAgent, type RegisteredAgent } from './features/agents/feature.ts';
import type { AiFeature } from './features/ai/feature.ts';
import type { Vault } from './features/publishing/channels/vault.ts';
import type { SupabaseConnection } from './supabase/connection.ts';

type Options = {
  connection: SupabaseConnection;
  vault: Vault;
  ai: AiFeature;
  log: Logger;
  /** How long to watch for another agent with the same id; see openRegisteredAgent. */
  watchMs: number | undefined;
};

/** Registers this agent and its capabilities in the workspace. A copy of another agent loses the copied logins. */
export async function registerAgent(
  { dataDir, version }: AgentConfig,
  { connection, vault, ai, log, watchMs }: Options,
): Promise<RegisteredAgent> {
  const registered = await openRegisteredAgent({
    admin: connection.admin,
    dataDir,
    version,
    isAlone: connection.databaseDir !== null,
    capabilities: () =>
      capabilitiesOf({ logins: vault.accounts, sessions: vault.sessions.ids, writer: ai.writer, host: browserHost() }),
    log,
    watchMs,
  });
  if (registered.isCopy) for (const account of await vault.accounts()) await vault.remove(account);
  return registered;
}
