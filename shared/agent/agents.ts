import { z } from 'zod';
import { platformSchema } from '../posts/platforms.ts';
import { storableText } from '../posts/storable-text.ts';

export const AGENT_NAME_MAX_LENGTH = 60;

/** What an agent can do, as it writes it in its row. Accounts are named by their id; a login is never in it. */
export const capabilitiesSchema = z.object({
  /** The accounts whose logins it holds for posting. */
  logins: z.array(z.uuid()),
  /** The accounts that are signed in, in its browser. */
  sessions: z.array(z.uuid()),
  browser: z.boolean(),
  /** Whether a person can see its windows. */
  screen: z.boolean(),
  /** The local model that writes there; null for none. */
  localModel: z.string().nullable(),
  /** Whether it runs as a service of a machine without a screen, or in a container. */
  alwaysOn: z.boolean(),
});
export type Capabilities = z.infer<typeof capabilitiesSchema>;

const heldAccountSchema = z.object({
  accountId: z.uuid(),
  platform: platformSchema,
  label: z.string(),
  /** Whether this agent is the one that posts there. */
  posts: z.boolean(),
});

/** Times are ISO 8601, by the database's clock. */
export const agentSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The agent that answers. */
  isThis: z.boolean(),
  /** silent: it ended without a word, or cannot reach the database. */
  state: z.enum(['running', 'silent', 'stopped']),
  version: z.string(),
  startedAt: z.string(),
  seenAt: z.string(),
  can: capabilitiesSchema.omit({ logins: true, sessions: true }),
  /** The accounts that it can post to. */
  logins: z.array(heldAccountSchema),
  /** How many accounts are signed in, in its browser. */
  sessions: z.number().int(),
});
export type Agent = z.infer<typeof agentSchema>;

/** A connected account whose posts are due, while the agent that posts there is silent and no other holds the login. */
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
