import { z } from 'zod';
import { modeSchema } from '../agent/agent-api.ts';

const URL_MAX_LENGTH = 500;
const KEY_MAX_LENGTH = 4000;

/** GET /api/workspace: where the workspace's data is. */
export const workspaceSchema = z.object({
  mode: modeSchema,
  /** The Supabase project; null for this machine. */
  url: z.string().nullable(),
  /** The member whose session the agent uses; null if the data directory is not linked. */
  link: z.object({ email: z.string(), linkedAt: z.string() }).nullable(),
  /** Why the agent needs a new sign-in, with the remedy; null if it does not. */
  problem: z.string().nullable(),
  /** Why nothing is sent or generated here: the workspace has moved, or is being moved. Null otherwise. */
  still: z.string().nullable(),
  /** Whether linking and unlinking take effect at once, because the agent can reopen its workspace. */
  opensAnew: z.boolean(),
});
export type WorkspacePlace = z.infer<typeof workspaceSchema>;

/** POST /api/workspace/link. The password is used once, and not stored. */
export const newLinkSchema = z.object({
  url: z.url({ protocol: /^https?$/, error: 'The address begins with https://' }).max(URL_MAX_LENGTH),
  publishableKey: z.string().min(1).max(KEY_MAX_LENGTH),
  email: z.email(),
  password: z.string().min(1).max(1000),
});
export type NewLink = z.infer<typeof newLinkSchema>;

/** The result of linking. `signedInAgain`: the agent was already linked to that project, and resumes at once. */
export const linkedSchema = z.object({
  url: z.string(),
  email: z.string(),
  signedInAgain: z.boolean(),
});
export type Linked = z.infer<typeof linkedSchema>;
