import { z } from 'zod';
import { storableText } from '../posts/storable-text.ts';
import { EVENT_TYPES } from './events.ts';

export const WEBHOOK_NAME_MAX_LENGTH = 60;
export const WEBHOOK_URL_MAX_LENGTH = 2048;
/** An event is sent to every webhook that has chosen it. More webhooks are probably a mistake. */
export const WEBHOOKS_MAX = 20;
/** Maximum number of log entries in an answer. */
export const WEBHOOK_LOG_LIMIT = 50;

const eventTypeSchema = z.enum(EVENT_TYPES, `expected one of ${EVENT_TYPES.join(', ')}`);

export const newWebhookSchema = z.strictObject({
  name: storableText(WEBHOOK_NAME_MAX_LENGTH)
    .overwrite((name) => name.trim())
    .refine((name) => name !== '', 'A webhook needs a name.'),
  url: storableText(WEBHOOK_URL_MAX_LENGTH).overwrite((url) => url.trim()),
  events: z
    .array(eventTypeSchema)
    .min(1, 'Choose at least one event.')
    .max(EVENT_TYPES.length)
    .overwrite((events) => EVENT_TYPES.filter((type) => events.includes(type))),
});
export type NewWebhook = z.input<typeof newWebhookSchema>;

/** Omitted fields are unchanged. */
export const webhookChangeSchema = newWebhookSchema.extend({ isOn: z.boolean() }).partial();

export const webhookParamsSchema = z.object({ id: z.uuid('expected the id of a webhook') });
export const webhookDeliveryParamsSchema = z.object({ id: z.uuid('expected the id of an entry of the log') });

/** Times are ISO 8601. `events` may include types of a newer version. */
export const webhookSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  isOn: z.boolean(),
  /** Why it was switched off automatically: see the column off_reason. */
  offReason: z.enum(['gone', 'failing', 'no_secret']).nullable(),
  /** Whether this agent sends it. Only the machine on which the secret was made has it. */
  isHere: z.boolean(),
  /** When the current series of failures began; null if the latest attempt succeeded, or there was none. */
  failingSince: z.string().nullable(),
  createdAt: z.string(),
});
export type Webhook = z.infer<typeof webhookSchema>;

/** Only answers of this schema include the secret. */
export const madeWebhookSchema = webhookSchema.extend({
  secret: z.string().describe('The signing secret, as libraries of Standard Webhooks take it'),
});

export const webhookDeliverySchema = z.object({
  id: z.uuid(),
  webhookId: z.uuid(),
  /** The id of the event, the same for each attempt (header `webhook-id`). */
  eventId: z.uuid(),
  type: z.string(),
  createdAt: z.string(),
  state: z.enum(['pending', 'sending', 'delivered', 'failed']),
  attempts: z.number().int(),
  /** The time of the next attempt; null if there is none. */
  nextAt: z.string().nullable(),
  lastAt: z.string().nullable(),
  /** The status of the latest response; null if there was none. */
  status: z.number().int().nullable(),
  /** The beginning of that response, or why there was none. */
  answer: z.string().nullable(),
  tookMs: z.number().int().nullable(),
  body: z.record(z.string(), z.unknown()),
});
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;
