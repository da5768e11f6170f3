import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DestinationStream, Logger } from 'pino';
import type { Backups } from '../shared/agent/backups.ts';
import { ownTimeZone } from '../shared/time/time-zones.ts';
import { browserHost } from './browser/account-launch.ts';
import { type AgentConfig, urlOf } from './config/config.ts';
import { openHealth } from './diagnostics/health/feature.ts';
import { workspaceOf } from './features/accounts/feature.ts';
import { takenOver } from './features/agents/messages.ts';
import { warmedUpElsewhere } from './features/agents/shares.ts';
import { type AiFeature, openAi } from './features/ai/feature.ts';
import type { LocalAiDeps } from './features/ai/local/feature.ts';
import { backupHealth, NOT_BACKED_UP } from './features/backup/daily.ts';
import type { ReplaceWorkspace } from './features/backup/screen-restore.ts';
import { openPresence } from './features/presence/feature.ts';
import { openVault, type Vault } from './features/publishing/channels/vault.ts';
import { createSetupLink } from './features/setup/setup-link.ts';
import { createSetupPage } from './features/setup/setup-page.ts';
import { type SleepWatch, watchSleep } from './features/sleep/sleep.ts';
import { openWake } from './features/wake/feature.ts';
import { openWebhooks } from './features/webhooks/feature.ts';
import { loadAgentToken } from './http/agent-token.ts';
import { callerClient } from './http/caller-client.ts';
import { createLogger } from './http/logger.ts';
import { type Desktop, ownDesktop } from './notifications/desktop.ts';
import { areNotificationsOn, createNotifications } from './notifications/notifications.ts';
import { openAgentJobs } from './open-agent-jobs.ts';
import { openAgentScripts } from './open-agent-scripts.ts';
import { openApp } from './open-app.ts';
import { type Backend, type BackendDeps, openBackend } from './open-backend.ts';
import { openPlatforms, type PlatformDeps } from './open-platforms.ts';
import { openVideos } from './open-videos.ts';
import { registerAgent } from './register-agent.ts';
import { type Loop, startLoop } from './runs/loop.ts';
import type { SupabaseConnection } from './supabase/connection.ts';
import type { ClockDeps } from './supabase/database-clock.ts';
import { createFirstSettings } from './supabase/first-settings.ts';
import { machineWaker, type Waker } from './system/wake/waker.ts';

/** How long runs and requests may take to end, so that `close` takes at most 5 s. */
const CLOSE_LIMIT_MS = 3_500;
/** How often an agent without jobs reads the database's clock. */
const CLOCK_LOOK_MS = 5 * 60_000;

/** An open workspace. `app` does not listen yet: `start` makes it listen; other commands call it with `inject`. */
export type Agent = {
  app: FastifyInstance;
  connection: SupabaseConnection;
  agentToken: string;
  /**
   * The one-time set-up link at `origin`, such as `http://127.0.0.1:3001`; null when the workspace already has an
   * account or is hosted.
   */
  setupLink(origin: string): Promise<string | null>;
  /** The file: URL of a page that redirects to the set-up link, for a browser's command line; null without a link. */
  setupPage(origin: string): Promise<string | null>;
  /** Starts running due jobs (server/jobs); until then jobs run only on request. */
  startJobs(): void;
  /** Stops the server and the runs within 5 s. Safe to call twice. */
  close(): Promise<void>;
};

/** Replacements for tests, and parts that the caller has already created. */
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
    /** Where notifications are shown if no tab is open; null for nowhere. */
    desktop?: Desktop | null;
    /** Replaces the workspace with a restored one; undefined if the caller cannot close and reopen the workspace. */
    replaceWorkspace?: ReplaceWorkspace;
    /** The restore that preceded this start, if any. */
    lastRestore?: Backups['lastRestore'];
    /** How long to watch for another agent with the same id; see openRegisteredAgent. */
    watchMs?: number;
    /** Wakes this machine for due posts. */
    waker?: Waker;
    /** The machine for local models, and their sources. */
    localAi?: LocalAiDeps;
  };

/**
 * Opens the workspace of `config` and assembles the agent. The caller holds the data directory's lock. AppError with
 * the remedy when the data directory or the hosted project cannot be used; everything is closed then.
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
 * Encrypts secrets that earlier versions stored in plain files, before anything copies them. If that fails (a locked
 * keychain, a damaged file), it is retried when the secrets are used, or at the next start.
 */
async function sealPlainSecrets(vault: Vault, ai: AiFeature, log: Logger): Promise<void> {
  for (const sealing of [vault.sealPlainSessions, ai.sealPlainKey])
    await sealing().catch((err: unknown) => log.warn({ err }, 'Logins of an earlier version are not encrypted yet.'));
}

async function assemble(
  config: AgentConfig,
  backend: Backend & { ai: AiFeature; vault: Vault },
  logger: Logger,
  deps: AgentDeps,
): Promise<Agent> {
  const { port, host, version, dataDir } = config;
  const { connection, clock, generation, makeFilm, links, ai, vault } = backend;
  const { accounts, admin } = connection;
  const { timeZone = ownTimeZone(), desktop = ownDesktop(port === 0 ? undefined : urlOf(host, port)) } = deps;
  if (admin && timeZone !== null) await createFirstSettings(admin, timeZone, logger);
  await clock.read().catch((err: unknown) => logger.warn({ err }, 'the time of the database is not known yet'));
  const { now } = clock;
  const agentToken = await loadAgentToken(dataDir);
  const setupLink = createSetupLink();
  const setupPage = createSetupPage(dataDir);
  const registered = await registerAgent(config, { connection, vault, ai, log: logger, watchMs: deps.watchMs });
  const { id: agentId } = registered;
  const scripts = openAgentScripts(config, { connection, agentToken, registered, vault, log: logger, now });
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
  const { publishing } = platforms;
  const videos = openVideos({
    makeFilm,
    voiceAccount: ai.voiceAccount,
    fetch: connection.fetch,
    dataDir,
    files: publishing.files,
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
  const parts = { registered, platforms, generation, ai, videos, presence, scripts, backups };
  const jobs = openAgentJobs({ ...parts, admin, clock, log: logger });
  const health = openHealth({
    connection,
    agentToken,
    version,
    dataDir: dataDir,
    env: browserHost().env,
    jobs: jobs.health,
    publisher: publishing.health,
    agents: registered.health,
    backup: async () => (connection.stored ? backupHealth(dataDir, clock.machine()) : NOT_BACKED_UP),
    log: logger,
    now: clock.machine,
  });
  const setup = { accounts, setupLink, setupPage };
  const served = { ...backend, ...parts, webhooks, wake, jobs, notifications, health, setup };
  const app = await openApp(config, served, { agentToken, clientFor, logger, deps });
  const linkAt = async (origin: string) => (accounts && (await accounts.count()) === 0 ? setupLink.at(origin) : null);
  const lookAfterSleep = async () => {
    // The database's clock, which decides what is due, continued during the sleep.
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
      // With an admin client, the jobs read the clock at each check.
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
      // In parallel, so that clients waiting for a run get its result before the server closes.
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
