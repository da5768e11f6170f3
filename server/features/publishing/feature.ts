import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import type { Notification } from '../../../shared/agent/notifications.ts';
import type { ChannelLimits } from '../../../shared/publishing/channel.ts';
import { AppError } from '../../errors.ts';
import { callerClient } from '../../http/caller-client.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import { type Loop, startLoop } from '../../runs/loop.ts';
import type { Client, SupabaseConnection } from '../../supabase/connection.ts';
import type { ChannelsFeature } from './channels/feature.ts';
import { createPostChecks } from './check-posts.ts';
import { createPublishingEngine, type PublishingEngine } from './engine/engine.ts';
import { fetchFigures } from './figures.ts';
import { openMediaWork } from './media/media.ts';
import { mendPost } from './mend-posts.ts';
import { couldNot, NEEDS_SECRET_KEY } from './messages.ts';
import { openPost, outgoingOf } from './outgoing.ts';
import { type PublishingRoutesDeps, publishingRoutes } from './routes.ts';
import { deliveryStore } from './store.ts';
import { openStored } from './stored-media.ts';

/** How often the work between posts is done: channels and posts to check, numbers to fetch. */
const HOUSEKEEPING_MS = 10_000;
const HOUSEKEEPING_AT_LEAST_MS = 500;
/** How long a command waits until what is due has been sent. */
const SEND_LIMIT_MS = 10 * 60_000;

export type PublishingOptions = {
  connection: SupabaseConnection;
  agentToken: string;
  /** The agent's id (agent-id.ts). */
  agentId: string;
  channels: ChannelsFeature;
  composers: PublishingRoutesDeps['composers'];
  notify(notification: Notification): Promise<void>;
  log: FastifyBaseLogger;
  /** The clock, for tests; otherwise that of the database counts. */
  now?: (() => Temporal.Instant) | undefined;
};

export type PublishingFeature = {
  routes: Routes;
  /** Begins to send by itself what is due. */
  start(): void;
  /** Ends; what is not being sent yet is given back. Close it before the connection. */
  close(): Promise<void>;
};

/** Publishing, put together. Nothing is sent by itself before `start`, nor in hosted mode without a secret key. */
export function openPublishing(options: PublishingOptions): PublishingFeature {
  const { connection, agentId, channels, composers, notify, log, now: clock } = options;
  const { admin } = connection;
  const now = clock ?? Temporal.Now.instant;
  const media = openMediaWork(log);
  const openFile = (client: Client, path: string) => openStored(client, connection.fetch, path);
  const checks = createPostChecks({ openFile, media, now, log });
  const engine = admin && openEngine(admin);
  const closing = new AbortController();
  let housekeeping: Loop | undefined;

  function openEngine(client: Client): PublishingEngine {
    const limitsOf = (accountId: string | null) => channelLimits(client, accountId);
    return createPublishingEngine({
      store: deliveryStore({ client, owner: randomUUID(), agentId, now: clock }),
      openSession: channels.openSession,
      outgoingOf: async ({ platform, account_id }, content, dueAt) =>
        outgoingOf(platform, content, dueAt, await limitsOf(account_id)),
      openPost: async (delivery, outgoing) =>
        openPost(delivery, outgoing, await limitsOf(delivery.account_id), {
          openFile: (path) => openFile(client, path),
          media,
        }),
      onReconnect: (accountId, words) => channels.refuse(accountId, words, client),
      now,
      notify,
      log,
    });
  }

  const housekeep = async () => {
    let wait = HOUSEKEEPING_MS;
    if (!admin) return wait;
    const work = [
      async () => {
        if (await checks.checkDue(admin)) wait = HOUSEKEEPING_AT_LEAST_MS;
      },
      () => channels.restore(admin),
      () => channels.checkDue(admin, new Date(now().epochMilliseconds)),
      () => fetchFigures(admin, { agentId, openSession: channels.openSession, now, signal: closing.signal, log }),
    ];
    for (const one of work) {
      if (closing.signal.aborted) break;
      await one().catch((err: unknown) => log.warn({ err }, 'something around publishing is left for later'));
    }
    return wait;
  };

  return {
    routes: publishingRoutes({
      clientFor: (request) => callerClient(request, options),
      lookNow: () => engine?.lookNow(),
      async sendDue() {
        if (!engine) return;
        await Promise.race([engine.sendDue(), delay(SEND_LIMIT_MS, undefined, { ref: false })]);
      },
      async check(postId, client) {
        if (client) await checks.check(client, postId);
      },
      async mend(postId, request, client) {
        if (!client) throw new AppError('unavailable', NEEDS_SECRET_KEY);
        await mendPost(client, postId, request, { openFile, media });
      },
      composers,
    }),
    start() {
      if (!engine || closing.signal.aborted) return;
      engine.start();
      housekeeping ??= startLoop(housekeep, { atLeastMs: HOUSEKEEPING_AT_LEAST_MS, atMostMs: HOUSEKEEPING_MS });
    },
    async close() {
      closing.abort();
      await Promise.all([engine?.close(), housekeeping?.end(), media.close()]);
    },
  };
}

async function channelLimits(client: Client, accountId: string | null): Promise<ChannelLimits> {
  if (accountId === null) return {};
  const { data, error } = await client.from('channels').select('limits').eq('account_id', accountId).maybeSingle();
  if (error) throw couldNot('read the limits of a channel', error);
  return data?.limits ?? {};
}
