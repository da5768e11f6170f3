import { join } from 'node:path';
import { destination } from 'pino';
import type { Agent, AgentDeps } from './agent.ts';
import type { AgentConfig } from './config/config.ts';
import { recordVersion } from './data-directory/data-directory.ts';
import { allOf, LOG_FOLDER, openLogFile } from './diagnostics/log/log-file.ts';
import { createLogger } from './http/logger.ts';
import { startDatabase } from './supabase/embedded/postgres/start-database.ts';

/**
 * Opens the workspace of `config` with openAgent (agent.ts). PostgreSQL starts in parallel, because loading agent.ts
 * loads most of the program. The caller holds the data directory's lock.
 */
export async function openWorkspace(
  config: AgentConfig,
  deps: Pick<AgentDeps, 'onLost' | 'onProgress' | 'pausesMs' | 'replaceWorkspace' | 'lastRestore'> = {},
): Promise<Agent> {
  const { dataDir, databaseUrl, logLevel, supabaseUrl, version } = config;
  const logger = createLogger(logLevel, allOf(destination(2), openLogFile(join(dataDir, LOG_FOLDER))));
  const database = supabaseUrl ? undefined : startDatabase({ dataDir, databaseUrl, log: logger, ...deps });
  // openAgent awaits it and reports its failure.
  database?.catch(() => undefined);
  try {
    const { openAgent } = await import('./agent.ts');
    const agent = await openAgent(config, { ...deps, logger, database });
    await recordVersion(dataDir, version).catch((err: unknown) =>
      logger.warn({ err }, 'workspace.json was not written.'),
    );
    return agent;
  } catch (error) {
    await database?.then(
      ({ server }) => server.stop(),
      () => undefined,
    );
    throw error;
  }
}
