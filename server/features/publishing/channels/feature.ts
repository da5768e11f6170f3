import type { FastifyBaseLogger } from 'fastify';
import type { Notification } from '../../../../shared/agent/notifications.ts';
import type { PlatformApiSettings } from '../../../../shared/publishing/platform-apis.ts';
import { callerClient } from '../../../http/caller-client.ts';
import type { TakeBackAll } from '../../../http/held-posts.ts';
import type { Routes } from '../../../http/zod-compiler.ts';
import type { Client, SupabaseConnection } from '../../../supabase/connection.ts';
import type { PlatformCalls } from '../platform-calls.ts';
import type { Publisher, Session } from '../publisher.ts';
import { type Uploads, uploadsIn } from '../uploads.ts';
import { agentKeys } from './holders/agent-keys.ts';
import { createPairings } from './holders/pairing.ts';
import { sharedLoginRoutes } from './holders/routes.ts';
import { createSharing } from './holders/sharing.ts';
import { holderStore } from './holders/store.ts';
import { platformVisits } from './platform-visits.ts';
import { channelRoutes } from './routes.ts';
import { savedChannels } from './saved-channels.ts';
import { type Channels, createChannels } from './service.ts';
import { createSignIns } from './sign-ins.ts';
import { channelStore } from './store.ts';
import type { Vault } from './vault.ts';
import { createChannelWatch } from './watch.ts';

export type ChannelsOptions = {
  connection: SupabaseConnection;
  agentToken: string;
  /** The agent's id (agent-id.ts). */
  agentId: string;
  /** This agent's display name. */
  agentName(): Promise<string>;
  vault: Vault;
  publishers: readonly Publisher[];
  /** Configured addresses and versions of the platforms' APIs. */
  apis?: PlatformApiSettings | undefined;
  log: FastifyBaseLogger;
  notify(notification: Notification): Promise<void>;
  takeBackAll: TakeBackAll;
  now?: (() => Date) | undefined;
};

export type ChannelsFeature = {
  routes: Routes;
  /** The routes for pairing agents and sharing logins. */
  sharedLoginRoutes: Routes;
  /** The logins on this machine, which are removed along with their accounts. */
  kept: { accounts: Vault['accounts']; remove: Channels['forget'] };
  /** The encryption key of the logins, for a backup; see Vault. */
  key: Vault['key'];
  /** The state of uploads on this machine, stored with the logins. */
  uploads: Uploads;
  /** Opens a session to send a post; see Channels in service.ts. */
  openSession(accountId: string, calls: PlatformCalls): Promise<Session>;
  /** Records that the platform refused a login while sending a post, and notifies the user. */
  refuse(accountId: string, words: string, admin: Client): Promise<void>;
  /** See ChannelWatch in watch.ts; both are called periodically. */
  restore(admin: Client): Promise<void>;
  checkDue(admin: Client, now: Date): Promise<void>;
  /** Aborts pending calls to platforms. */
  close(): Promise<void>;
};

/** Assembles the channels of this machine. Close it before the connection. */
export function openChannels(options: ChannelsOptions): ChannelsFeature {
  const { vault, publishers, agentId, agentName, takeBackAll, log, now = () => new Date() } = options;
  const { admin } = options.connection;
  const saved = savedChannels(vault);
  const visits = platformVisits(publishers, now);
  const keys = agentKeys(vault.agents, agentId);
  const sharing = createSharing({ agentId, agentName, keys, saved, log });
  const { url, publishableKey } = options.connection;
  const workspace = url === null ? null : { url, publishableKey };
  const pairings = createPairings({ agentId, agentName, keys, workspace, now });
  const onRenewed = async (accountId: string) => {
    if (!admin) return;
    await sharing.sealAnew(accountId, holderStore(admin)).catch((err: unknown) => {
      log.warn({ err, accountId }, 'a renewed login is shared later');
    });
  };
  const channels = createChannels({ agentId, saved, visits, onRenewed, takeBackAll, now });
  const signIns = createSignIns({ channels, visits, now });
  const watch = createChannelWatch({ ...options, channels, saved });
  const storeFor = (request: Parameters<typeof callerClient>[0]) => channelStore(callerClient(request, options));
  const heldOf = (client: Client) => async (accountIds: string[]) => {
    const holders = await holderStore(client).list();
    const own = holders.filter((one) => one.agentId === agentId && accountIds.includes(one.accountId));
    return new Set(own.map(({ accountId }) => accountId));
  };
  return {
    routes: channelRoutes({ channels, signIns, storeFor }),
    sharedLoginRoutes: sharedLoginRoutes({
      pairings,
      sharing,
      storeFor: (request) => holderStore(callerClient(request, options)),
    }),
    kept: { accounts: vault.accounts, remove: channels.forget },
    key: vault.key,
    uploads: uploadsIn(vault.uploads),
    openSession: channels.openSession,
    refuse: (accountId, words, admin) => watch.refuse(accountId, words, channelStore(admin)),
    async restore(client) {
      await sharing.sync(holderStore(client));
      await watch.restore(channelStore(client), heldOf(client));
    },
    checkDue: (admin, at) => watch.checkDue(channelStore(admin), at),
    close: visits.close,
  };
}
