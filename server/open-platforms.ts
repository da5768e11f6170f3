import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { browserHost } from './browser/account-launch.ts';
import type { Page } from './browser/puppeteer.ts';
import { sessionsIn } from './browser/sessions.ts';
import type { AgentConfig } from './config/config.ts';
import { openAccounts, workspaceOf } from './features/accounts/feature.ts';
import { agentNameOf } from './features/agents/identity.ts';
import type { AiFeature } from './features/ai/feature.ts';
import { type AnswersFeature, openAnswers } from './features/publishing/answers/feature.ts';
import { openChannels } from './features/publishing/channels/feature.ts';
import type { Keychain } from './features/publishing/channels/keychain.ts';
import type { Vault } from './features/publishing/channels/vault.ts';
import { openPublishing, type PublishingFeature } from './features/publishing/feature.ts';
import { openGuided } from './features/publishing/guided/feature.ts';
import { type OwnPagesDeps, ownPagesJob } from './features/publishing/own-pages/job.ts';
import type { Publisher } from './features/publishing/publisher.ts';
import { publishersFor } from './features/publishing/publishers.ts';
import { openWarmup, type WarmupFeature, type WarmupTiming } from './features/warmup/feature.ts';
import type { LinkReader } from './generation/sources/read-link.ts';
import { callerClient } from './http/caller-client.ts';
import type { TakeBackAll } from './http/held-posts.ts';
import type { Routes } from './http/zod-compiler.ts';
import type { AutomationJob } from './jobs/job.ts';
import type { Notifications } from './notifications/notifications.ts';
import type { Client, SupabaseConnection } from './supabase/connection.ts';
import type { ClockDeps, DatabaseClock } from './supabase/database-clock.ts';
import { clockOf } from './system/clock.ts';

/** Replacements for tests: of platforms, the user, and the machine. */
export type PlatformDeps = {
  /** Acts as the user in login windows, which are hidden in this case. */
  person?: (page: Page) => void;
  /** The URL that replaces those of platforms' developer consoles; see ConsoleWindowsDeps. */
  consoleSite?: string;
  /** The clock and randomness of warm-ups. */
  warmup?: Partial<WarmupTiming>;
  /** Where the key of the saved logins is stored; the operating system's keychain by default. */
  keychain?: Keychain;
  /** The clock, randomness and site for reading the user's own pages. */
  ownPages?: Partial<Pick<OwnPagesDeps, 'clock' | 'random' | 'site'>>;
  /** Publishers to use instead of the real ones. */
  publishers?: readonly Publisher[];
  /** Reads the pages that posts link to, instead of the web. */
  links?: LinkReader;
};

/** The workspace's parts that the platforms need. */
type Workspace = {
  connection: SupabaseConnection;
  agentToken: string;
  agentId: string;
  ai: AiFeature;
  vault: Vault;
  notifications: Notifications;
  clock: DatabaseClock;
  /** Reads the pages that posts link to. */
  links: LinkReader;
  log: Logger;
  /** The accounts that another agent warms up. */
  warmedUpElsewhere(): Promise<readonly string[]>;
};

export type Platforms = {
  publishing: PublishingFeature;
  answers: AnswersFeature;
  warmup: WarmupFeature;
  /** The job that reads metrics from the user's own pages. */
  ownPagesJob(client: Client): AutomationJob;
  /** The key of the channels' logins; null if there is none yet. AppError unavailable while the keychain is locked. */
  channelKey(): Promise<Buffer | null>;
  routes: Routes[];
  close(): Promise<unknown>;
};

/**
 * Opens all features for social platforms: connected channels, publishing, logins and warm-ups in the browser. They
 * share the workspace's accounts, the browser and the saved logins.
 */
export function openPlatforms(config: AgentConfig, workspace: Workspace, deps: PlatformDeps & ClockDeps): Platforms {
  const { connection, agentToken, agentId, ai, vault, notifications, clock, links, log } = workspace;
  const sessions = sessionsIn(vault.sessions);
  const { dataDir, instagramUrl } = config;
  const { notify } = notifications;
  const now = () => new Date(clock.now().epochMilliseconds);
  const clientFor = (request: FastifyRequest) => callerClient(request, { connection, agentToken });
  const database = config.supabaseUrl ?? config.databaseUrl;
  const publishers = deps.publishers ?? publishersFor(config.platformApis);
  const takeBackAll: TakeBackAll = (accountId) => publishing.takeBackAll(accountId);
  const channels = openChannels({
    connection,
    agentToken,
    agentId,
    agentName: () => agentNameOf(dataDir),
    vault,
    publishers,
    apis: config.platformApis,
    log,
    notify,
    takeBackAll,
    now,
  });
  const publishing = openPublishing({
    connection,
    agentToken,
    agentId,
    dataDir,
    sessions,
    workspace: workspaceOf(database),
    host: browserHost(),
    channels,
    publicMediaUrl: config.publicMediaUrl,
    notify,
    log,
    links: deps.links ?? links,
    shorten: (text, client) => ai.shorten(text, client, log),
    person: deps.person,
    clock,
    now: deps.now,
  });
  const answers = openAnswers({
    admin: connection.admin,
    clientFor,
    agentId,
    channels,
    readPicture: publishing.face,
    draftReply: ai.draftReply,
    notify,
    clock,
    log,
  });
  const accounts = openAccounts({
    connection,
    agentToken,
    dataDir,
    sessions,
    database,
    instagramUrl,
    host: browserHost(),
    log,
    person: deps.person,
    kept: channels.kept,
    takeBackAll,
  });
  const guided = openGuided({
    connection,
    agentToken,
    dataDir,
    sessions,
    workspace: workspaceOf(database),
    host: browserHost(),
    publishers,
    log,
    person: deps.person,
    consoleSite: deps.consoleSite,
    now,
  });
  const warmup = openWarmup({
    connection,
    agentToken,
    agentId,
    dataDir,
    sessions,
    instagramUrl,
    host: browserHost(),
    log,
    timing: { clock: clockOf(clock.now), ...deps.warmup },
    elsewhere: workspace.warmedUpElsewhere,
    notify,
  });
  return {
    publishing,
    answers,
    warmup,
    ownPagesJob: (client) =>
      ownPagesJob({
        client,
        publishers,
        dataDir,
        sessions,
        workspace: workspaceOf(database),
        host: browserHost(),
        clock: clockOf(clock.now),
        random: Math.random,
        now: clock.now,
        log,
        ...deps.ownPages,
      }),
    channelKey: channels.key,
    routes: [
      accounts.routes,
      channels.routes,
      channels.sharedLoginRoutes,
      guided.routes,
      publishing.routes,
      answers.routes,
      warmup.routes,
    ],
    close: () =>
      Promise.all([
        accounts.close(),
        guided.close(),
        publishing.close(),
        answers.close(),
        channels.close(),
        warmup.close(),
      ]),
  };
}
