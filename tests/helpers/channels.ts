import { afterEach, beforeAll, expect } from 'vitest';
import { loadAgentId } from '../../server/config/agent-id.ts';
import { workspaceOf } from '../../server/features/accounts/feature.ts';
import {
  type ChannelsFeature,
  type ChannelsOptions,
  openChannels,
} from '../../server/features/publishing/channels/feature.ts';
import { openVault } from '../../server/features/publishing/channels/vault.ts';
import { publishersFor } from '../../server/features/publishing/publishers.ts';
import type { SocialAccountsRow } from '../../shared/workspace/database.ts';
import { accountsTable } from './accounts-table.ts';
import { startTestAgent } from './agent.ts';
import { channelPath } from './agent-paths.ts';
import { startMastodonServer } from './mastodon/imitation.ts';
import { NO_KEYCHAIN } from './no-keychain.ts';
import { ofFile } from './of-file.ts';
import { startPds } from './pds.ts';

/** The scopes that a token needs for posting. */
export const SCOPES = 'read write:statuses write:media write:favourites';

type Answer = { status: number; answer: Record<string, unknown> };

/**
 * An agent with imitations of both platforms, shared by the file's tests. No log line may contain a secret. Called once
 * at the top of a file.
 */
export function channelsAgent() {
  let log = '';
  const secrets = new Set<string>();

  const mastodon = ofFile(() => startMastodonServer());
  const pds = ofFile(() => startPds());
  const agent = ofFile(() => {
    const write = (line: string) => {
      log += line;
    };
    return startTestAgent({ logLevel: 'trace' }, { logStream: { write } });
  });
  beforeAll(() => void secrets.add(pds.account.appPassword));
  afterEach(async () => {
    await accountsTable(agent.admin).clear();
    expect(leaked(log)).toEqual([]);
  });

  /** The secrets in a text, including the tokens that the platforms have issued. */
  function leaked(text: string): string[] {
    const given = pds.requests.flatMap(({ headers }) => headers.authorization?.replace('Bearer ', '') ?? []);
    return [...secrets, ...mastodon.world.tokens.map(({ value }) => value), ...given].filter((one) =>
      text.includes(one),
    );
  }

  async function ask(path: string, method = 'GET', body?: unknown): Promise<Answer> {
    const response = await agent.call(path, { method, ...(body !== undefined && { body }) });
    const text = await response.text();
    expect(leaked(text)).toEqual([]);
    return { status: response.status, answer: text ? JSON.parse(text) : {} };
  }

  const blueskyEntry = () => ({
    platform: 'bluesky',
    identifier: pds.account.handle,
    appPassword: pds.account.appPassword,
    server: pds.origin,
  });
  const mastodonEntry = (username: string) => ({
    platform: 'mastodon',
    server: mastodon.origin,
    accessToken: mastodon.tokenFor(username, SCOPES),
  });

  return {
    agent,
    mastodon,
    pds,
    get log() {
      return log;
    },
    ask,
    /** The request that begins a sign-in at Mastodon. */
    signInRequest: (more: object = {}) => ({ platform: 'mastodon', server: mastodon.origin, ...more }),
    leaked,
    blueskyEntry,
    mastodonEntry,
    addAccount: (entries: Partial<SocialAccountsRow>) => accountsTable(agent.admin).insert(entries),
    /** Adds an account and connects it. */
    async addConnected(platform: 'bluesky' | 'mastodon', label = 'Ada'): Promise<SocialAccountsRow> {
      const account = await accountsTable(agent.admin).insert({ platform, account_label: label });
      const entry = platform === 'bluesky' ? blueskyEntry() : mastodonEntry(label.toLowerCase());
      expect(await ask(channelPath(account.id), 'POST', entry)).toMatchObject({ status: 200 });
      return account;
    },
    /** A second instance of the same machine's channels, like the engine's. */
    async openAgain(options: Partial<ChannelsOptions> = {}): Promise<ChannelsFeature> {
      return openChannels({
        connection: agent.agent.connection,
        agentToken: agent.agentToken,
        agentId: await loadAgentId(agent.dataDir),
        agentName: async () => 'Desk',
        vault: openVault({ dataDir: agent.dataDir, workspace: workspaceOf(null), keychain: NO_KEYCHAIN }),
        publishers: publishersFor(),
        log: agent.agent.app.log,
        notify: async () => undefined,
        takeBackAll: async () => ({ takenBack: 0, left: 0 }),
        ...options,
      });
    },
  };
}
