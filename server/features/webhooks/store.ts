import type { Webhook, WebhookDelivery } from '../../../shared/webhooks/webhooks.ts';
import { WEBHOOK_LOG_LIMIT, WEBHOOKS_MAX } from '../../../shared/webhooks/webhooks.ts';
import type { WebhookDeliveriesRow, WebhooksRow } from '../../../shared/workspace/database.ts';
import { AppError } from '../../errors.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot, dataOf } from '../../supabase/could-not.ts';
import { NO_ENTRY, NO_WEBHOOK, tooMany } from './messages.ts';

const COLUMNS = 'id, name, url, events, is_on, off_reason, agent_id, failing_since, created_at';
const LOG_COLUMNS =
  'id, webhook_id, event_id, type, created_at, state, attempt, next_at, last_at, last_status, last_answer, took_ms, body';

type ListedWebhook = Omit<WebhooksRow, 'retry_at'>;
type LoggedDelivery = Omit<WebhookDeliveriesRow, 'lease_owner' | 'lease_until'>;

/** The webhooks of a workspace. AppError unavailable if Supabase fails, not_found for an unknown one. */
export type WebhookStore = {
  list(): Promise<ListedWebhook[]>;
  read(id: string): Promise<ListedWebhook>;
  /** AppError conflict if there are WEBHOOKS_MAX already. */
  add(webhook: Pick<WebhooksRow, 'id' | 'name' | 'url' | 'events' | 'agent_id'>): Promise<ListedWebhook>;
  /** Resets the failure state if the address changes, or if the webhook is switched on or off. */
  change(
    id: string,
    change: Partial<Pick<WebhooksRow, 'name' | 'url' | 'events' | 'is_on' | 'agent_id'>>,
  ): Promise<ListedWebhook>;
  remove(id: string): Promise<void>;
  /** The latest first. */
  log(webhookId: string): Promise<WebhookDelivery[]>;
  readDelivery(id: string): Promise<WebhookDelivery>;
  /** Writes an event for one webhook; returns its entry. */
  emit(webhookId: string, body: { type: string; timestamp: string; data: object }): Promise<string>;
  /** AppError conflict while it is being sent. */
  resend(deliveryId: string): Promise<void>;
};

export function webhookStore(client: Client): WebhookStore {
  const hooks = () => client.from('webhooks');
  const entries = () => client.from('webhook_deliveries');
  const list: WebhookStore['list'] = async () =>
    dataOf(await hooks().select(COLUMNS).order('created_at').order('id'), 'list the webhooks');
  return {
    list,
    async read(id) {
      const { data, error } = await hooks().select(COLUMNS).eq('id', id).maybeSingle();
      if (error) throw couldNot('read the webhook', error);
      if (!data) throw new AppError('not_found', NO_WEBHOOK);
      return data;
    },
    async add(webhook) {
      if ((await list()).length >= WEBHOOKS_MAX) throw new AppError('conflict', tooMany(WEBHOOKS_MAX));
      return dataOf(await hooks().insert(webhook).select(COLUMNS).single(), 'save the webhook');
    },
    async change(id, change) {
      const startsAnew = change.url !== undefined || change.is_on !== undefined;
      const anew = startsAnew ? { retry_at: null, failing_since: null, off_reason: null } : {};
      const changed = await hooks()
        .update({ ...change, ...anew })
        .eq('id', id)
        .select(COLUMNS)
        .maybeSingle();
      if (changed.error) throw couldNot('save the webhook', changed.error);
      if (!changed.data) throw new AppError('not_found', NO_WEBHOOK);
      return changed.data;
    },
    async remove(id) {
      const removed = dataOf(await hooks().delete().eq('id', id).select('id'), 'remove the webhook');
      if (removed.length === 0) throw new AppError('not_found', NO_WEBHOOK);
    },
    async log(webhookId) {
      const latest = entries().select(LOG_COLUMNS).eq('webhook_id', webhookId);
      const rows = await latest.order('created_at', { ascending: false }).order('id').limit(WEBHOOK_LOG_LIMIT);
      return dataOf(rows, 'read what was sent').map(asDelivery);
    },
    async readDelivery(id) {
      const { data, error } = await entries().select(LOG_COLUMNS).eq('id', id).maybeSingle();
      if (error) throw couldNot('read what was sent', error);
      if (!data) throw new AppError('not_found', NO_ENTRY);
      return asDelivery(data);
    },
    async emit(webhookId, { type, timestamp, data }) {
      const entry = {
        webhook_id: webhookId,
        event_id: crypto.randomUUID(),
        type,
        body: { type, timestamp, data: { ...data } },
      };
      return dataOf(await entries().insert(entry).select('id').single(), 'write the event down').id;
    },
    async resend(deliveryId) {
      const isDue = dataOf(
        await client.rpc('resend_webhook_delivery', { delivery: deliveryId }),
        'send the event again',
      );
      if (!isDue) throw new AppError('conflict', BEING_SENT);
    },
  };
}

const BEING_SENT = 'This event is being sent right now. Look again in a moment.';

/** A webhook as the API returns it. */
export function asWebhook(row: ListedWebhook, agentId: string): Webhook {
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    events: row.events,
    isOn: row.is_on,
    offReason: row.off_reason,
    isHere: row.agent_id === agentId,
    failingSince: row.failing_since,
    createdAt: row.created_at,
  };
}

function asDelivery(row: LoggedDelivery): WebhookDelivery {
  return {
    id: row.id,
    webhookId: row.webhook_id,
    eventId: row.event_id,
    type: row.type,
    createdAt: row.created_at,
    state: row.state,
    attempts: row.attempt,
    nextAt: row.state === 'pending' ? row.next_at : null,
    lastAt: row.last_at,
    status: row.last_status,
    answer: row.last_answer,
    tookMs: row.took_ms,
    body: row.body as WebhookDelivery['body'],
  };
}
