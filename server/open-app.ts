import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { AgentDeps } from './agent.ts';
import { buildApp } from './app.ts';
import type { AgentConfig } from './config/config.ts';
import { contentRoutes } from './content-routes.ts';
import type { openHealth } from './diagnostics/health/feature.ts';
import { logRoutes } from './diagnostics/log/routes.ts';
import type { RegisteredAgent } from './features/agents/feature.ts';
import type { AiFeature } from './features/ai/feature.ts';
import { archiveRoutes } from './features/archives/routes.ts';
import type { BackupSource } from './features/backup/make-backup.ts';
import { backupRoutes } from './features/backup/routes.ts';
import { cloudWritingRoutes } from './features/cloud-writing/routes.ts';
import { generationRoutes } from './features/generation/routes.ts';
import { whyStill } from './features/move/mark.ts';
import { moveRoutes } from './features/move/routes.ts';
import { setupRoutes } from './features/setup/routes.ts';
import { usersRoutes } from './features/users/routes.ts';
import { workspaceRoutes } from './features/workspace/routes.ts';
import type { Routes } from './http/zod-compiler.ts';
import type { openJobs } from './jobs/feature.ts';
import { mcpRoutes } from './mcp/routes.ts';
import { mcpTokenRoutes } from './mcp/token-routes.ts';
import { createMcpTokens } from './mcp/tokens.ts';
import type { openAgentScripts } from './open-agent-scripts.ts';
import type { Backend } from './open-backend.ts';
import type { Platforms } from './open-platforms.ts';
import type { Client } from './supabase/connection.ts';
import { packageRoot } from './supabase/package-files.ts';

type WithRoutes = { routes: Routes };

type Parts = Pick<Backend, 'connection' | 'clock' | 'generation' | 'drawCard' | 'setReport'> & {
  registered: RegisteredAgent;
  platforms: Platforms;
  ai: AiFeature;
  scripts: ReturnType<typeof openAgentScripts>;
  jobs: ReturnType<typeof openJobs>;
  health: ReturnType<typeof openHealth>;
  videos: WithRoutes;
  presence: WithRoutes;
  webhooks: WithRoutes;
  wake: WithRoutes;
  notifications: WithRoutes;
  backups: BackupSource;
  setup: Parameters<typeof setupRoutes>[0];
};

type Served = {
  agentToken: string;
  /** A client with the caller's rights; null if there is none. */
  clientFor(request: FastifyRequest): Client | null;
  logger: Logger;
  deps: Pick<AgentDeps, 'uiDir' | 'replaceWorkspace' | 'lastRestore'>;
};

/** Builds the agent's HTTP server with the routes of all its parts. */
export function openApp(
  config: AgentConfig,
  parts: Parts,
  { agentToken, clientFor, logger, deps }: Served,
): Promise<FastifyInstance> {
  const { port, host, allowRemote, allowedOrigins, version, dataDir } = config;
  const { connection, clock, ai, platforms, scripts, jobs, backups, setup } = parts;
  const { admin } = connection;
  const { now } = clock;
  const { replaceWorkspace } = deps;
  const mcpTokens = createMcpTokens(dataDir);
  return buildApp({
    connection,
    agentToken,
    clock,
    mcpTokens,
    version,
    port,
    host,
    allowRemote,
    allowedOrigins,
    logger,
    uiDir: deps.uiDir ?? join(packageRoot(), 'dist', 'ui'),
    features: [
      parts.health.routes,
      setupRoutes(setup),
      usersRoutes({ accounts: connection.accounts }),
      cloudWritingRoutes(connection, clientFor),
      workspaceRoutes({ config, connection, still: () => whyStill(admin), replaceWorkspace }),
      moveRoutes({ config, connection, admin }),
      generationRoutes(parts.generation),
      ai.routes(connection, agentToken),
      ...contentRoutes({
        connection,
        agentToken,
        clientFor,
        drawCard: parts.drawCard,
        setReport: parts.setReport,
        rewrite: ai.rewrite,
        reword: ai.reword,
        sample: ai.sample,
        publishing: platforms.publishing,
        now,
      }),
      parts.videos.routes,
      parts.webhooks.routes,
      parts.presence.routes,
      parts.wake.routes,
      archiveRoutes({ clientFor, dataDir }),
      scripts.routes,
      scripts.scheduleRoutes(jobs.describe),
      scripts.libraryRoutes,
      ...platforms.routes,
      jobs.routes,
      backupRoutes({
        source: backups,
        replaceWorkspace,
        isExternal: config.databaseUrl !== null,
        lastRestore: deps.lastRestore ?? null,
      }),
      parts.notifications.routes,
      parts.registered.routes(clientFor),
      mcpRoutes({ agentToken, mcpTokens, version, port }),
      mcpTokenRoutes(mcpTokens),
      logRoutes(logger),
    ],
  });
}
