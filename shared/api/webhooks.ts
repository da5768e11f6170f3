import { z } from 'zod';
import {
  madeWebhookSchema,
  newWebhookSchema,
  webhookChangeSchema,
  webhookDeliveryParamsSchema,
  webhookDeliverySchema,
  webhookParamsSchema,
  webhookSchema,
} from '../webhooks/webhooks.ts';
import type { Operations } from './operation.ts';

const ADDRESS = 'The address must begin with https://, or belong to this machine or its network.';

export const webhookApi = {
  listWebhooks: {
    route: 'GET /api/webhooks',
    summary: 'List the webhooks',
    answer: z.array(webhookSchema),
  },
  addWebhook: {
    route: 'POST /api/webhooks',
    summary: 'Add a webhook',
    description: `The agent that gets the request sends it. ${ADDRESS} Only this response has the secret.`,
    access: 'owner',
    body: newWebhookSchema,
    answer: madeWebhookSchema,
    status: 201,
    errors: [409],
  },
  changeWebhook: {
    route: 'PUT /api/webhooks/:id',
    summary: 'Change a webhook, or switch it on or off',
    description: `Omitted fields stay unchanged. ${ADDRESS} Events that waited while it was off are sent when it is on again.`,
    access: 'owner',
    params: webhookParamsSchema,
    body: webhookChangeSchema,
    answer: webhookSchema,
    errors: [404, 409],
  },
  renewWebhookSecret: {
    route: 'POST /api/webhooks/:id/secret',
    summary: 'Make a new secret for a webhook',
    description:
      'The earlier one is no longer used. From then on, the agent that got the request sends it. Only this response has the secret.',
    access: 'owner',
    params: webhookParamsSchema,
    answer: madeWebhookSchema,
    errors: [404],
  },
  removeWebhook: {
    route: 'DELETE /api/webhooks/:id',
    summary: 'Remove a webhook, with its log',
    access: 'owner',
    params: webhookParamsSchema,
    errors: [404],
  },
  testWebhook: {
    route: 'POST /api/webhooks/:id/test',
    summary: 'Send a test event to a webhook',
    description: 'Once, even if it is off. Returns the outcome.',
    access: 'owner',
    params: webhookParamsSchema,
    answer: webhookDeliverySchema,
    errors: [404, 409],
  },
  listWebhookDeliveries: {
    route: 'GET /api/webhooks/:id/deliveries',
    summary: 'List what was sent to a webhook, the latest first',
    params: webhookParamsSchema,
    answer: z.array(webhookDeliverySchema),
    errors: [404],
  },
  resendWebhookDelivery: {
    route: 'POST /api/webhook-deliveries/:id/resend',
    summary: 'Send an event to a webhook again',
    description: 'With the same event id. Returns the outcome; if it fails, it is retried later.',
    access: 'owner',
    params: webhookDeliveryParamsSchema,
    answer: webhookDeliverySchema,
    errors: [404, 409],
  },
} as const satisfies Operations;
