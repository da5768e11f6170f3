import type { FastifyBaseLogger } from 'fastify';
import type { Sessions } from '../../browser/sessions.ts';
import { callerClient } from '../../http/caller-client.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { SupabaseConnection } from '../../supabase/connection.ts';
import { builtProgram } from '../../supabase/package-files.ts';
import type { ScriptApprovals } from './approvals.ts';
import type { ScriptLimits } from './limits.ts';
import { scriptsRoutes } from './routes.ts';
import { createRunFiles } from './run-files.ts';
import { createRunners } from './runners.ts';
import { createScriptRuns } from './service.ts';
import { scriptStore } from './store.ts';

export type ScriptsOptions = {
  connection: SupabaseConnection;
  agentToken: string;
  agentId: string;
  dataDir: string;
  sessions: Sessions;
  approvals: ScriptApprovals;
  /** Whether scripts may run when the agent listens on addresses that other machines may reach. */
  areAllowed: boolean;
  limits: ScriptLimits;
  /** The part of the agent's environment for scripts. */
  env: Record<string, string | undefined>;
  hasScreen: boolean;
  isRoot: boolean;
  log: FastifyBaseLogger;
};

/** Assembles everything that runs scripts. Close it before the connection. */
export function openScripts(options: ScriptsOptions): { routes: Routes; close(): Promise<void> } {
  const { connection, agentId, dataDir, approvals, areAllowed, limits, log } = options;
  const files = createRunFiles(dataDir);
  const runner = builtProgram('script-runner');
  const runs = createScriptRuns({
    runners: createRunners({ ...options, files, runner }),
    files,
    sessions: options.sessions,
    approvals,
    limits,
    owner: agentId,
    store: connection.admin && scriptStore(connection.admin),
    log,
  });
  const storeFor = (request: Parameters<typeof callerClient>[0]) => {
    const client = callerClient(request, options);
    return client && scriptStore(client);
  };
  return { routes: scriptsRoutes({ runs, approvals, areAllowed, storeFor }), close: () => runs.close() };
}
