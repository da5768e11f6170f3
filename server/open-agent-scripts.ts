import type { Logger } from 'pino';
import type { Temporal } from 'temporal-polyfill';
import { browserHost } from './browser/account-launch.ts';
import { sessionsIn } from './browser/sessions.ts';
import { type AgentConfig, isLoopback } from './config/config.ts';
import type { RegisteredAgent } from './features/agents/feature.ts';
import { shareOfScript } from './features/agents/shares.ts';
import type { Vault } from './features/publishing/channels/vault.ts';
import { scriptLibraryRoutes } from './features/script-library/routes.ts';
import { createScriptApprovals } from './features/scripts/approvals.ts';
import { openScripts, type Scripts } from './features/scripts/feature.ts';
import { scriptLimits } from './features/scripts/limits.ts';
import type { Routes } from './http/zod-compiler.ts';
import type { SupabaseConnection } from './supabase/connection.ts';

type Options = {
  connection: SupabaseConnection;
  agentToken: string;
  registered: RegisteredAgent;
  vault: Vault;
  log: Logger;
  now(): Temporal.Instant;
};

/** Assembles this machine's script runner and the script library. */
export function openAgentScripts(
  config: AgentConfig,
  { connection, agentToken, registered, vault, log, now }: Options,
): Scripts & { libraryRoutes: Routes } {
  const approvals = createScriptApprovals(config.dataDir);
  const scripts = openScripts({
    connection,
    agentToken,
    agentId: registered.id,
    dataDir: config.dataDir,
    sessions: sessionsIn(vault.sessions),
    approvals,
    areAllowed: isLoopback(config.host) || config.allowRemoteScripts,
    limits: scriptLimits(config),
    share: async (mayRun) => shareOfScript(mayRun, await registered.able()),
    ...browserHost(),
    log,
    now,
  });
  return {
    ...scripts,
    libraryRoutes: scriptLibraryRoutes({ admin: connection.admin, approve: approvals.add }),
  };
}
