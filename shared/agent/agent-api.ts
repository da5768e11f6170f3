import { z } from 'zod';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './password.ts';

/** The default port of `start` (§9), which the UI's hints also show. */
export const DEFAULT_PORT = 3001;

export const modeSchema = z.enum(['embedded', 'hosted']);
export type Mode = z.infer<typeof modeSchema>;

/** GET /api/health: open to every caller on this machine. */
export const healthSchema = z.object({ name: z.literal('local-agent'), version: z.string(), mode: modeSchema });

/** GET /config.json: where the UI finds Supabase. `supabaseKey` is the public key. */
export const uiConfigSchema = z.object({
  supabaseUrl: z.url(),
  supabaseKey: z.string(),
  mode: modeSchema,
  version: z.string(),
});
export type UiConfig = z.infer<typeof uiConfigSchema>;
/** The answer to that request. `time` is the workspace's clock, which decides when posts are due. */
export const uiConfigAnswerSchema = uiConfigSchema.extend({ time: z.iso.datetime() });
export type UiConfigAnswer = z.infer<typeof uiConfigAnswerSchema>;

/** A workspace's owner, or another member. */
export const memberRoleSchema = z.enum(['owner', 'member']);
export type MemberRole = z.infer<typeof memberRoleSchema>;

/** Every error of the agent API: a message with its remedy, and a stable code (those of AppError). */
export const agentErrorSchema = z.object({ error: z.string(), code: z.string() });
export type AgentError = z.infer<typeof agentErrorSchema>;

export const credentialsSchema = z.object({
  email: z.email(),
  password: z
    .string()
    .min(PASSWORD_MIN_LENGTH, `The password needs at least ${PASSWORD_MIN_LENGTH} characters.`)
    .max(PASSWORD_MAX_LENGTH, `The password may have at most ${PASSWORD_MAX_LENGTH} characters.`),
});
export type Credentials = z.infer<typeof credentialsSchema>;

/** GET /api/setup: whether this workspace has no account yet. Open, so that /auth can show "Create your account". */
export const setupStateSchema = z.object({ needed: z.boolean() });
export type SetupState = z.infer<typeof setupStateSchema>;

/**
 * POST /api/setup creates the first account, with the one-time token from the set-up link's fragment
 * (/auth#setup=<token>).
 */
export const setupRequestSchema = credentialsSchema.extend({ token: z.string().min(1) });
export type SetupRequest = z.infer<typeof setupRequestSchema>;

/** POST /api/setup/link (agent token only): a new one-time link; earlier links stop working. */
export const setupLinkSchema = z.object({ link: z.url() });

/**
 * POST /api/setup/page (agent token only): the file: address of a page that redirects to the newest link; null when it
 * could not be written.
 */
export const setupPageSchema = z.object({ page: z.url().nullable() });

/** An account of the workspace. Times are ISO 8601. */
export const userSchema = z.object({
  id: z.string(),
  email: z.string(),
  createdAt: z.string(),
  lastSignInAt: z.string().nullable(),
  /** Null for an account that is not a member. */
  role: memberRoleSchema.nullable(),
  /** Whether they may run scripts on the agent's machine. Owners always may. */
  mayRunCode: z.boolean(),
});

/** GET /api/users (the owner and the agent token). POST takes `credentialsSchema` and answers 201 with the user. */
export const userListSchema = z.array(userSchema);

/** PUT /api/users/:email changes the given fields. */
export const userRightsSchema = z.object({ role: memberRoleSchema.optional(), mayRunCode: z.boolean().optional() });
export type UserRights = z.infer<typeof userRightsSchema>;

/** PUT /api/users/:email/password and DELETE /api/users/:email (the owner and the agent token); both answer 204. */
export const userParamsSchema = credentialsSchema.pick({ email: true });
export const newPasswordSchema = credentialsSchema.pick({ password: true });
export type NewPassword = z.infer<typeof newPasswordSchema>;
