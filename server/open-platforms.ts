import type { Logger } from 'pino';
import type { Temporal } from 'temporal-polyfill';
import { browserHost } from './browser/account-launch.ts';
import type { Page } from './browser/puppeteer.ts';
import { sessionsIn } from './browser/sessions.ts';
import type { AgentConfig } from './config/config.ts';
import { openAccounts, workspaceOf } from './features/accounts/feature.ts';
import type { AiFeature } from './features/ai/feature.ts';
import { openChannels } from './features/publishing/channels/feature.ts';
import type { Keychain } from './features/publishing/channels/keychain.ts';
import type { Vault } from './features/publishing/channels/vault.ts';
import { openPublishing, type PublishingFeature } from './features/publishing/feature.ts';
import type { Publisher } from './features/publishing/publisher.ts';
import { publishersFor } from './features/publishing/publishers.ts';
import { openWarmup, type WarmupFeature, type WarmupTiming } from './features/warmup/feature.ts';
import type { LinkReader } from './generation/sources/read-link.ts';
import type { Routes } from './http/zod-compiler.ts';
import type { Notifications } from './notifications/notifications.ts';
import type { SupabaseConnection } from './supabase/connection.ts';

/** What tests replace of the platforms, and of the people and machines on the way to them. */
export type PlatformDeps = {
  /** Stands in for the person at log-in windows, which stay hidden then. */
  person?: (page: Page) => void;
  /** Clock and randomness of warm-ups. */
  warmup?: Partial<WarmupTiming>;
  /** The clock of jobs, posts and health. */
  now?: () => Temporal.Instant;
  /** Where the key to the saved logins is kept; the operating system's keychain by default. */
  keychain?: Keychain;
  /** How posts go to the platforms, instead of the real ways. */
  publishers?: readonly Publisher[];
  /** How the pages that posts link to are read, instead of the web. */
  links?: LinkReader;
};

/** The workspace whose accounts they are. */
type Workspace = {
  connection: SupabaseConnection;
  agentToken: string;
  agentId: string;
  ai: AiFeature;
  /** Where logins are kept on this machine. */
  vault: Vault;
  notifications: Notifications;
  /** How the pages that posts link to are read. */
  links: LinkReader;
  log: Logger;
};

export type Platforms = {
  publishing: PublishingFeature;
  warmup: WarmupFeature;
  /** The key of the channels' log-ins; null before there is one. AppError unavailable while the keychain is locked. */
  channelKey(): Promise<Buffer | null>;
  routes: Routes[];
  close(): Promise<unknown>;
};

/**
 * Opens what deals with social platforms: the connected channels, publishing, the browser's log-ins and warm-ups. They
 * share the workspace's accounts, the browser and the log-ins that are kept.
 */
export function openPlatforms(config: AgentConfig, workspace: Workspace, deps: PlatformDeps): Platforms {
  const { connection, agentToken, agentId, ai, vault, notifications, links, log } = workspace;
  const sessions = sessionsIn(vault.sessions);
  const { dataDir, instagramUrl } = config;
  const { notify } = notifications;
  const { now } = deps;
  const database = config.supabaseUrl ?? config.databaseUrl;
  const channels = openChannels({
    connection,
    agentToken,
    agentId,
    vault,
    publishers: deps.publishers ?? publishersFor(config.platformApis),
    apis: config.platformApis,
    log,
    notify,
    now: now && (() => new Date(now().epochMilliseconds)),
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
    now,
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
    timing: deps.warmup,
    notify,
  });
  return {
    publishing,
    warmup,
    channelKey: channels.key,
    routes: [accounts.routes, channels.routes, publishing.routes, warmup.routes],
    close: () => Promise.all([accounts.close(), publishing.close(), channels.close(), warmup.close()]),
  };
}
