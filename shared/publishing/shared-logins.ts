import { z } from 'zod';
import { platformSchema } from '../posts/platforms.ts';

const agentNameSchema = z.string();

/** An agent that a user paired with the responding one, so that logins can be sealed for it. Times are ISO 8601. */
const pairedAgentSchema = z.object({ id: z.uuid(), name: agentNameSchema, pairedAt: z.string() });

const loginHolderSchema = z.object({
  agentId: z.uuid(),
  /** Null if the workspace does not know the agent. */
  name: agentNameSchema.nullable(),
  /** The responding agent. */
  isHere: z.boolean(),
  /** The agent that posts. The others take over if it stops responding. */
  isPosting: z.boolean(),
  /**
   * waiting: sealed, but not opened there yet. outdated: renewed since by an agent that is not paired with this one.
   */
  state: z.enum(['held', 'waiting', 'outdated']),
});
export type LoginHolder = z.infer<typeof loginHolderSchema>;

const sharedLoginSchema = z.object({
  accountId: z.uuid(),
  platform: platformSchema,
  label: z.string(),
  /** Whether the responding agent posts there, and so can share the login. */
  isPostingHere: z.boolean(),
  holders: z.array(loginHolderSchema),
});

export const sharedLoginsSchema = z.object({
  /** The responding agent. */
  here: z.object({ id: z.uuid(), name: agentNameSchema }),
  paired: z.array(pairedAgentSchema),
  logins: z.array(sharedLoginSchema),
});
export type SharedLogins = z.infer<typeof sharedLoginsSchema>;

/**
 * A pairing of the responding agent. `showing`: its code has not been entered yet. `comparing`: both agents show
 * `words`, and a user confirms them where the code is shown (`confirmsHere`). `ended`: why it failed.
 */
export const pairingSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({
    state: z.literal('showing'),
    code: z.string(),
    expiresAt: z.string(),
    /**
     * What another machine needs to work on this workspace, besides a member's password; null if the workspace is on
     * this machine.
     */
    workspace: z.object({ url: z.string(), publishableKey: z.string() }).nullable(),
  }),
  z.object({
    state: z.literal('comparing'),
    other: z.object({ id: z.uuid(), name: agentNameSchema }),
    words: z.array(z.string()),
    confirmsHere: z.boolean(),
  }),
  z.object({ state: z.literal('paired'), other: pairedAgentSchema }),
  z.object({ state: z.literal('ended'), reason: z.string() }),
]);
export type PairingState = z.infer<typeof pairingSchema>;

export const pairingCodeSchema = z.strictObject({ code: z.string().min(1).max(2000) });

/** The words as they were compared, so that the user confirms what they saw. */
export const confirmPairingSchema = z.strictObject({ words: z.array(z.string().max(20)).length(6) });

export const shareLoginSchema = z.strictObject({ agentId: z.uuid('expected the id of a paired agent') });
export const holderParamsSchema = z.object({
  id: z.uuid('expected the id of an account'),
  agentId: z.uuid('expected the id of an agent'),
});
export const pairedParamsSchema = z.object({ id: z.uuid('expected the id of an agent') });
