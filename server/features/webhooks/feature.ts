import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { Notification } from '../../../shared/agent/notifications.ts';
import { webhookApi } from '../../../shared/api/webhooks.ts';
import { TEST_DATA, TEST_EVENT } from '../../../shared/webhooks/events.ts';
import { AppError } from '../../errors.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Client } from '../../supabase/connection.ts';
import type { DatabaseClock } from '../../supabase/database-clock.ts';
import { type Resolve, receiverAddress } from './addresses.ts';
import { createWebhookEngine, type WebhookEngine } from './engine.ts';
import { ELSEWHERE, NEEDS_SECRET_KEY } from './messages.ts';
import { newSecret } from './signature.ts';
import { asWebhook, type WebhookStore, webhookStore } from './store.ts';

const keptSecretSchema = z.object({ secret: z.string() });

export type WebhooksOptions = {
  /** Uses the service key; null in hosted mode without one, where nothing is sent. */
  admin: Client | null;
  clientFor(request: FastifyRequest): Client | null;
  agentId: string;
  /** The signing secrets on this machine (vault.ts), by the id of their webhook. */
  secrets: {
    read(id: string): Promise<unknown>;
    write(id: string, secret: unknown): Promise<void>;
    remove(id: string): Promise<void>;
  };
  notify(notification: Notification): Promise<void>;
  clock: Pick<DatabaseClock, 'now'>;
  log: FastifyBaseLogger;
  /** The time passed to the database, for tests; by default it uses its own. */
  now?: (() => Temporal.Instant) | undefined;
  /** The DNS resolver, for tests. */
  resolve?: Resolve | undefined;
};

/** Assembles webhooks. Nothing is sent automatically before `start`. Close it before the connection. */
export function openWebhooks(options: WebhooksOptions): { routes: Routes; start(): void; close(): Promise<void> } {
  const { admin, agentId, secrets, clock, resolve } = options;
  const secretOf = async (id: string) => {
    const kept = await secrets.read(id);
    return kept === null ? null : keptSecretSchema.parse(kept).secret;
  };
  const engine: WebhookEngine | null =
    admin && createWebhookEngine({ ...options, client: admin, owner: randomUUID(), secretOf });
  const storeFor = (request: FastifyRequest): WebhookStore => {
    const client = options.clientFor(request);
    if (!client) throw new AppError('unavailable', NEEDS_SECRET_KEY);
    return webhookStore(client);
  };
  const able = (): { engine: WebhookEngine; store: WebhookStore } => {
    if (!engine || !admin) throw new AppError('unavailable', NEEDS_SECRET_KEY);
    return { engine, store: webhookStore(admin) };
  };
  const assertHere = async (store: WebhookStore, id: string) => {
    if ((await store.read(id)).agent_id !== agentId) throw new AppError('conflict', ELSEWHERE);
  };

  const sendNow = async (deliveryId: string) => {
    const { engine: sending, store } = able();
    await sending.sendNow(deliveryId);
    return store.readDelivery(deliveryId);
  };

  const routes = routesOf(webhookApi, {
    listWebhooks: async (request) => (await storeFor(request).list()).map((row) => asWebhook(row, agentId)),
    async addWebhook({ body }) {
      const { store } = able();
      const url = await receiverAddress(body.url, resolve);
      const id = randomUUID();
      const secret = newSecret();
      // Stored first, since a webhook without its secret could not sign events.
      await secrets.write(id, { secret });
      const added = await store.add({ ...body, id, url, agent_id: agentId }).catch(async (error: unknown) => {
        await secrets.remove(id);
        throw error;
      });
      return { ...asWebhook(added, agentId), secret };
    },
    async changeWebhook({ params, body }) {
      const { isOn, url, ...rest } = body;
      const change = {
        ...rest,
        ...(url !== undefined && { url: await receiverAddress(url, resolve) }),
        ...(isOn !== undefined && { is_on: isOn }),
      };
      const { store } = able();
      const isChange = Object.keys(change).length > 0;
      return asWebhook(isChange ? await store.change(params.id, change) : await store.read(params.id), agentId);
    },
    async renewWebhookSecret({ params: { id } }) {
      const { store } = able();
      await store.read(id);
      const secret = newSecret();
      await secrets.write(id, { secret });
      return { ...asWebhook(await store.change(id, { agent_id: agentId }), agentId), secret };
    },
    async removeWebhook({ params: { id } }) {
      await able().store.remove(id);
      await secrets.remove(id);
    },
    async testWebhook({ params: { id } }) {
      const { store } = able();
      await assertHere(store, id);
      const timestamp = clock.now().toString({ smallestUnit: 'millisecond' });
      return sendNow(await store.emit(id, { type: TEST_EVENT, timestamp, data: TEST_DATA }));
    },
    async listWebhookDeliveries(request) {
      const store = storeFor(request);
      await store.read(request.params.id);
      return store.log(request.params.id);
    },
    async resendWebhookDelivery({ params: { id } }) {
      const { store } = able();
      await assertHere(store, (await store.readDelivery(id)).webhookId);
      await store.resend(id);
      return sendNow(id);
    },
  });

  return {
    routes,
    start: () => engine?.start(),
    close: async () => engine?.close(),
  };
}
