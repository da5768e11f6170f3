import { z } from 'zod';
import { webhookApi } from '../../../shared/api/webhooks.ts';
import { call } from '../../agent-client/api.ts';
import { ADDS, addTool, READS, type Registry } from '../tool.ts';

/**
 * list_webhooks, webhook_log and resend_webhook. Assistants cannot add or change webhooks: a prompt injection could
 * make them send the workspace's posts to a third party.
 */
export function addWebhookTools(registry: Registry): void {
  addTool(
    registry,
    'list_webhooks',
    {
      title: 'List webhooks',
      description:
        'Lists where events such as "post published" are sent, whether each is on, and since when nothing arrives there. The person adds and changes them in Settings, Webhooks.',
      input: z.strictObject({}),
      scope: 'read',
      hints: READS,
    },
    async ({ api }) => {
      const data = await call(api, webhookApi.listWebhooks);
      return { says: `${data.length} webhooks.`, data };
    },
  );

  addTool(
    registry,
    'webhook_log',
    {
      title: 'Show what was sent to a webhook',
      description:
        'Lists the latest events of a webhook of list_webhooks, with what the receiver answered and when one is tried again.',
      input: z.strictObject({ webhook_id: z.uuid() }),
      scope: 'read',
      hints: READS,
    },
    async ({ api }, { webhook_id: id }) => {
      const log = await call(api, webhookApi.listWebhookDeliveries, { params: { id } });
      // Without the event itself, which is long and duplicates show_post.
      const data = log.map(({ body: _body, ...entry }) => entry);
      return { says: `${data.length} events.`, data };
    },
  );

  addTool(
    registry,
    'resend_webhook',
    {
      title: 'Send an event again',
      description:
        'Sends an event of webhook_log to its webhook again, with the same event id, so that a receiver that has had it can tell.',
      input: z.strictObject({ delivery_id: z.uuid() }),
      scope: 'publish',
      hints: { ...ADDS, idempotentHint: true, openWorldHint: true },
    },
    async ({ api }, { delivery_id: id }) => {
      const { body: _body, ...data } = await call(api, webhookApi.resendWebhookDelivery, { params: { id } });
      return { says: data.state === 'delivered' ? 'It arrived.' : 'It did not arrive.', data };
    },
  );
}
