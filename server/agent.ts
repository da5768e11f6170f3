import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DestinationStream, Logger } from 'pino';
import type { Backups } from '../shared/agent/backups.ts';
import { ownTimeZone } from '../shared/time/time-zones.ts';
import { buildApp } from './app.ts';
import { browserHost } from './browser/account-launch.ts';
import { sessionsIn } from './browser/sessions.ts';
import { type AgentConfig, isLoopback, urlOf } from './config/config.ts';
import { contentRoutes } from './content-routes.ts';
import { openHealth } from './diagnostics/health/feature.ts';
import { logRoutes } from './diagnostics/log/routes.ts';
import { workspaceOf } from './features/accounts/feature.ts';
import { capabilitiesOf } from './features/agents/capabilities.ts';
import { openRegisteredAgent } from './features/agents/feature.ts';
import { takenOver } from './features/agents/messages.ts';
import { shareOfAccounts, shareOfScript, shareOfWriting, warmedUpElsewhere } from './features/agents/shares.ts';
import { type AiFeature, openAi } from './features/ai/feature.ts';
import type { LocalAiDeps } from './features/ai/local/feature.ts';
import { archiveRoutes } from './features/archives/routes.ts';
import { autopilotJob } from './features/autopilot/job.ts';
import { backupHealth, backupJob, NOT_BACKED_UP } from './features/backup/daily.ts';
import { backupRoutes } from './features/backup/routes.ts';
import type { ReplaceWorkspace } from './features/backup/screen-restore.ts';
import { cleanupJob } from './features/cleanup/job.ts';
import { cleanupStore } from './features/cleanup/store.ts';
import { cloudWritingRoutes } from './features/cloud-writing/routes.ts';
import { generationRoutes } from './features/generation/routes.ts';
import { whyStill } from './features/move/mark.ts';
import { moveRoutes } from './features/move/routes.ts';
import { openPresence } from './features/presence/feature.ts';
import { openVault, type Vault } from './features/publishing/channels/vault.ts';
import { scriptLibraryRoutes } from './features/script-library/routes.ts';
import { createScriptApprovals } from './features/scripts/approvals.ts';
import { openScripts } from './features/scripts/feature.ts';
import { scriptLimits } from './features/scripts/limits.ts';
import { seriesJob } from './features/series/job.ts';
import { setupRoutes } from './features/setup/routes.ts';
import { createSetupLink } from './features/setup/setup-link.ts';
import { createSetupPage } from './features/setup/setup-page.ts';
import { type SleepWatch, watchSleep } from './features/sleep/sleep.ts';
import { usersRoutes } from './features/users/routes.ts';
import { openWake } from './features/wake/feature.ts';
import { warmUpJob } from './features/warmup/daily-job.ts';
import { openWebhooks } from './features/webhooks/feature.ts';
import { workspaceRoutes } from './features/workspace/routes.ts';
import { loadAgentToken } from './http/agent-token.ts';
import { callerClient } from './http/caller-client.ts';
import { createLogger } from './http/logger.ts';
import { openJobs } from './jobs/feature.ts';
import { mcpRoutes } from './mcp/routes.ts';
import { mcpTokenRoutes } from './mcp/token-routes.ts';
import { createMcpTokens } from './mcp/tokens.ts';
import { type Desktop, ownDesktop } from './notifications/desktop.ts';
import { areNotificationsOn, createNotifications } from './notifications/notifications.ts';
import { type Backend, type BackendDeps, openBackend } from './open-backend.ts';
import { openPlatforms, type PlatformDeps } from './open-platforms.ts';
import { openVideos } from './open-videos.ts';
import { type Loop, startLoop } from './runs/loop.ts';
import type { SupabaseConnection } from './supabase/connection.ts';
import type { ClockDeps } from './supabase/database-clock.ts';
import { createFirstSettings } from './supabase/first-settings.ts';
import { packageRoot } from './supabase/package-files.ts';
import { machineWaker, type Waker } from './system/wake/waker.ts';

/** How long runs and requests may take to end, so that `close` stays within its limit. */
const CLOSE_LIMIT_MS = 3_500;
/** How often an agent without jobs asks for the time. */
const CLOCK_LOOK_MS = 5 * 60_000;

/** An open workspace. `app` does not listen yet: `start` listens, other commands call it with `inject`. */
export type Agent = {
  app: FastifyInstance;
  connection: SupabaseConnection;
  agentToken: string;
  /**
   * The one-time set-up link below `origin`, such as `http://127.0.0.1:3001`; null when the workspace already has an
   * account or is hosted.
   */
  setupLink(origin: string): Promise<string | null>;
  /** The file: address of a page that redirects to that link, for a browser's command line; null when there is none. */
  setupPage(origin: string): Promise<string | null>;
  /** Starts running due jobs (server/jobs); until then jobs run only on request. */
  startJobs(): void;
  /** Stops the server, then the runs; within 5 s. Safe to call twice. */
  close(): Promise<void>;
};

/** Replacements for tests, and what the caller already has. */
export type AgentDeps = BackendDeps &
  PlatformDeps &
  ClockDeps & {
    logStream?: DestinationStream;
    /** An existing logger to use. */
    logger?: Logger;
    /** The folder of the built UI; the package's dist/ui by default. */
    uiDir?: string;
    /** The time zone of a new workspace; null leaves it to the first screen. */
    timeZone?: string | null;
    /** Where notifications are shown when no tab is open; null for nowhere. */
    desktop?: Desktop | null;
    /** Puts a restored workspace in place; undefined where the caller cannot close and open it. */
    replaceWorkspace?: ReplaceWorkspace;
    /** The restore after which this agent is opened. */
    lastRestore?: Backups['lastRestore'];
    /** How long an agent of the same id is watched for; see openRegisteredAgent. */
    watchMs?: number;
    /** What wakes this machine. */
    waker?: Waker;
    /** The machine and the sources of local models. */
    localAi?: LocalAiDeps;
  };

/**
 * Opens the workspace of `config` and assembles the agent. The caller holds the data directory's lock. AppError with
 * the remedy when the data directory or the hosted project cannot be used; nothing stays open then.
 */
export async function openAgent(config: AgentConfig, deps: AgentDeps = {}): Promise<Agent> {
  const logger = deps.logger ?? createLogger(config.logLevel, deps.logStream);
  const { dataDir, databaseUrl, supabaseUrl } = config;
  const { keychain } = deps;
  const vault = openVault({
    dataDir,
    workspace: workspaceOf(supabaseUrl ?? databaseUrl),
    ...(keychain && { keychain }),
  });
  const ai = openAi(config, vault.aiKey, logger, deps.localAi);
  await sealPlainSecrets(vault, ai, logger);
  const backend = await openBackend(config, ai, logger, deps);
  try {
    return await assemble(config, { ...backend, ai, vault }, logger, deps);
  } catch (error) {
    await backend.connection.close();
    throw error;
  }
}

/**
 * Encrypts what earlier versions stored in plain files, before anything copies them. If that is not possible (a locked
 * keychain, a damaged file), it is retried when they are used or at the next start.
 */
async function sealPlainSecrets(vault: Vault, ai: AiFeature, log: Logger): Promise<void> {
  for (const sealing of [vault.sealPlainSessions, ai.sealPlainKey])
    await sealing().catch((err: unknown) => log.warn({ err }, 'Logins of an earlier version are not encrypted yet.'));
}

async function assemble(
  config: AgentConfig,
  {
    connection,
    clock,
    generation,
    drawCard,
    makeFilm,
    setReport,
    links,
    ai,
    vault,
  }: Backend & { ai: AiFeature; vault: Vault },
  logger: Logger,
  deps: AgentDeps,
): Promise<Agent> {
  const { port, host, allowRemote, allowedOrigins, version } = config;
  const { accounts, admin } = connection;
  const { timeZone = ownTimeZone(), desktop = ownDesktop(port === 0 ? undefined : urlOf(host, port)) } = deps;
  if (admin && timeZone !== null) await createFirstSettings(admin, timeZone, logger);
  await clock.read().catch((err: unknown) => logger.warn({ err }, 'the time of the database is not known yet'));
  const { now } = clock;
  const agentToken = await loadAgentToken(config.dataDir);
  const mcpTokens = createMcpTokens(config.dataDir);
  const setupLink = createSetupLink();
  const setupPage = createSetupPage(config.dataDir);
  const registered = await openRegisteredAgent({
    admin,
    dataDir: config.dataDir,
    version,
    isAlone: connection.databaseDir !== null,
    capabilities: () =>
      capabilitiesOf({
        logins: vault.accounts,
        sessions: vault.sessions.ids,
        writer: ai.writer,
        host: browserHost(),
      }),
    log: logger,
    watchMs: deps.watchMs,
  });
  const { id: agentId } = registered;
  if (registered.isCopy) for (const account of await vault.accounts()) await vault.remove(account);
  const approvals = createScriptApprovals(config.dataDir);
  const scripts = openScripts({
    connection,
    agentToken,
    agentId,
    dataDir: config.dataDir,
    sessions: sessionsIn(vault.sessions),
    approvals,
    areAllowed: isLoopback(host) || config.allowRemoteScripts,
    limits: scriptLimits(config),
    share: async (mayRun) => shareOfScript(mayRun, await registered.able()),
    ...browserHost(),
    log: logger,
    now,
  });
  const notifications = createNotifications({
    isOn: () => areNotificationsOn(admin),
    desktop,
    log: logger,
  });
  const clientFor = (request: FastifyRequest) => callerClient(request, { connection, agentToken });
  const platforms = openPlatforms(
    config,
    {
      connection,
      agentToken,
      agentId,
      ai,
      vault,
      notifications,
      clock,
      links,
      log: logger,
      warmedUpElsewhere: async () => warmedUpElsewhere(await registered.able()),
    },
    deps,
  );
  const { publishing, warmup } = platforms;
  const { dataDir } = config;
  const files = publishing.files;
  const videos = openVideos({
    makeFilm,
    voiceAccount: ai.voiceAccount,
    fetch: connection.fetch,
    dataDir,
    files,
    clientFor,
    log: logger,
    now,
  });
  const webhooks = openWebhooks({
    admin,
    clientFor,
    agentId,
    secrets: vault.webhooks,
    notify: notifications.notify,
    clock,
    log: logger,
    now: deps.now,
  });
  const { notify } = notifications;
  const presence = openPresence({ admin, clientFor, agentId, clock, notify, log: logger });
  const wake = openWake({ admin, clock, waker: deps.waker ?? machineWaker(dataDir), log: logger });
  const backups = {
    dataDir,
    version,
    database: connection.stored,
    channelKey: platforms.channelKey,
    log: logger,
  };
  const jobs = openJobs({
    admin,
    agentId,
    jobsOf: (admin) => [
      warmUpJob(warmup.automatic, async () =>
        shareOfAccounts(await warmup.automaticAccounts(), await registered.able()),
      ),
      autopilotJob(generation, async () => shareOfWriting(await ai.writer(), await registered.able())),
      cleanupJob(cleanupStore(admin)),
      seriesJob(admin, now),
      videos.job(admin),
      platforms.ownPagesJob(admin),
      presence.job(admin),
      ...(connection.stored ? [backupJob(backups, clock.machine)] : []),
    ],
    scheduled: scripts.scheduled,
    still: () => whyStill(admin),
    clock,
    log: logger,
  });
  const health = openHealth({
    connection,
    agentToken,
    version,
    dataDir: config.dataDir,
    env: browserHost().env,
    jobs: jobs.health,
    publisher: publishing.health,
    agents: registered.health,
    backup: async () => (connection.stored ? backupHealth(config.dataDir, clock.machine()) : NOT_BACKED_UP),
    log: logger,
    now: clock.machine,
  });
  const app = await buildApp({
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
      health.routes,
      setupRoutes({ accounts, setupLink, setupPage }),
      usersRoutes({ accounts }),
      cloudWritingRoutes(connection, clientFor),
      workspaceRoutes({
        config,
        connection,
        still: () => whyStill(admin),
        replaceWorkspace: deps.replaceWorkspace,
      }),
      moveRoutes({ config, connection, admin }),
      generationRoutes(generation),
      ai.routes(connection, agentToken),
      ...contentRoutes({
        connection,
        agentToken,
        clientFor,
        drawCard,
        setReport,
        rewrite: ai.rewrite,
        reword: ai.reword,
        sample: ai.sample,
        publishing,
        now,
      }),
      videos.routes,
      webhooks.routes,
      presence.routes,
      wake.routes,
      archiveRoutes({ clientFor, dataDir }),
      scripts.routes,
      scripts.scheduleRoutes(jobs.describe),
      scriptLibraryRoutes({ admin, approve: approvals.add }),
      ...platforms.routes,
      jobs.routes,
      backupRoutes({
        source: backups,
        replaceWorkspace: deps.replaceWorkspace,
        isExternal: config.databaseUrl !== null,
        lastRestore: deps.lastRestore ?? null,
      }),
      notifications.routes,
      registered.routes(clientFor),
      mcpRoutes({ agentToken, mcpTokens, version, port }),
      mcpTokenRoutes(mcpTokens),
      logRoutes(logger),
    ],
  });
  const linkAt = async (origin: string) => (accounts && (await accounts.count()) === 0 ? setupLink.at(origin) : null);
  const lookAfterSleep = async () => {
    // What is due is judged by the database's clock, which went on.
    await clock.read().catch((err: unknown) => logger.debug({ err }, 'the time of the database is not known yet'));
    registered.beatNow();
    publishing.resume();
    jobs.checkNow();
  };
  let sleep: SleepWatch | undefined;
  let clockReadings: Loop | undefined;
  let closing: Promise<void> | undefined;
  return {
    app,
    connection,
    agentToken,
    setupLink: linkAt,
    async setupPage(origin) {
      const link = await linkAt(origin);
      return link && setupPage.write(link);
    },
    startJobs() {
      registered.start(async (taken) => {
        publishing.checkNow();
        await notifications.notify(takenOver(taken));
      });
      jobs.start();
      // Otherwise the jobs ask for the time at each look.
      if (!admin)
        clockReadings ??= startLoop(() => clock.read().then(() => CLOCK_LOOK_MS), {
          atLeastMs: CLOCK_LOOK_MS,
          atMostMs: CLOCK_LOOK_MS,
          failure: 'the time of the project is not known',
          log: logger,
        });
      publishing.start();
      platforms.answers.start();
      webhooks.start();
      presence.start();
      wake.start();
      sleep ??= watchSleep({ hold: publishing.hold, woken: () => void lookAfterSleep(), log: logger });
      ai.start();
    },
    close() {
      health.close();
      // At once, so that clients waiting for a run get its result before the server closes.
      closing ??= Promise.race([
        Promise.all([
          jobs.close(),
          scripts.close(),
          videos.close(),
          platforms.close(),
          webhooks.close(),
          presence.close(),
          wake.close(),
          sleep?.close(),
          clockReadings?.end(),
          registered.close(),
          ai.close(),
          app.close(),
          setupPage.remove(),
        ]),
        delay(CLOSE_LIMIT_MS),
      ])
        .then(() => undefined)
        .finally(() => connection.close());
      return closing;
    },
  };
}
