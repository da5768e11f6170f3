import { z } from 'zod';
import { platformSchema } from '../posts/platforms.ts';
import { storableText } from '../posts/storable-text.ts';

export const AGENT_NAME_MAX_LENGTH = 60;

/** An agent's capabilities, as it stores them in its row. Accounts are listed by id; credentials are never included. */
export const capabilitiesSchema = z.object({
  /** The accounts whose logins it holds for posting. */
  logins: z.array(z.uuid()),
  /** The accounts with a session in its browser. */
  sessions: z.array(z.uuid()),
  browser: z.boolean(),
  /** Whether its machine has a screen to show browser windows on. */
  screen: z.boolean(),
  /** The local model that it writes with; null if none. */
  localModel: z.string().nullable(),
  /** Whether it runs in a container, or as a service on a machine without a screen. */
  alwaysOn: z.boolean(),
});
export type Capabilities = z.infer<typeof capabilitiesSchema>;

const heldAccountSchema = z.object({
  accountId: z.uuid(),
  platform: platformSchema,
  label: z.string(),
  /** Whether this agent is the one that posts to the account. */
  posts: z.boolean(),
});

/** Times are ISO 8601, by the database's clock. */
export const agentSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Whether it is the agent that answered the request. */
  isThis: z.boolean(),
  /** silent: it crashed, or cannot reach the database. */
  state: z.enum(['running', 'silent', 'stopped']),
  version: z.string(),
  startedAt: z.string(),
  seenAt: z.string(),
  can: capabilitiesSchema.omit({ logins: true, sessions: true }),
  /** The accounts that it can post to. */
  logins: z.array(heldAccountSchema),
  /** The number of accounts with a session in its browser. */
  sessions: z.number().int(),
});
export type Agent = z.infer<typeof agentSchema>;

/** A connected account with due posts, whose posting agent is silent and whose login no other agent holds. */
export const strandedChannelSchema = z.object({
  accountId: z.uuid(),
  platform: platformSchema,
  label: z.string(),
  agent: z.string(),
  seenAt: z.string(),
  posts: z.number().int(),
});
export type StrandedChannel = z.infer<typeof strandedChannelSchema>;

export const agentParamsSchema = z.object({ id: z.uuid('expected the id of an agent') });

export const agentNameSchema = z.strictObject({
  name: storableText(AGENT_NAME_MAX_LENGTH)
    .overwrite((name) => name.trim())
    .refine((name) => name !== '', 'An agent needs a name.'),
});
