import { z } from 'zod';

/** The port that the UI's hints name and that `start` takes without --port (§9). */
export const DEFAULT_PORT = 3001;

export const modeSchema = z.enum(['embedded', 'hosted']);
export type Mode = z.infer<typeof modeSchema>;

/** GET /api/health: open to anybody on this machine, and says nothing more. */
export const healthSchema = z.object({ name: z.literal('local-agent'), version: z.string(), mode: modeSchema });
export type Health = z.infer<typeof healthSchema>;

/** GET /config.json: where the UI finds Supabase. `supabaseKey` is the public key. */
export const uiConfigSchema = z.object({
  supabaseUrl: z.url(),
  supabaseKey: z.string(),
  mode: modeSchema,
  version: z.string(),
});
export type UiConfig = z.infer<typeof uiConfigSchema>;

/** Every error of the agent API: what went wrong with its remedy, and a stable code. */
export const agentErrorSchema = z.object({ error: z.string(), code: z.string() });
export type AgentError = z.infer<typeof agentErrorSchema>;

/** Sign-in's minimum (§5, §9), asked of new accounts too. */
export const PASSWORD_MIN_LENGTH = 6;

export const credentialsSchema = z.object({
  email: z.email(),
  password: z
    .string()
    .min(PASSWORD_MIN_LENGTH, `The password needs at least ${PASSWORD_MIN_LENGTH} characters.`)
    .max(72, 'The password may have at most 72 characters.'),
});
export type Credentials = z.infer<typeof credentialsSchema>;

/** GET /api/setup: is this workspace still without an account? Open, so that /auth can show "Create your account". */
export const setupStateSchema = z.object({ needed: z.boolean() });
export type SetupState = z.infer<typeof setupStateSchema>;

/** POST /api/setup: the first account, with the one-time token from the set-up link's fragment (/auth#setup=<token>). */
export const setupRequestSchema = credentialsSchema.extend({ token: z.string().min(1) });
export type SetupRequest = z.infer<typeof setupRequestSchema>;

/** GET /api/users (agent token only). */
export const userListSchema = z.array(
  z.object({ id: z.string(), email: z.string(), createdAt: z.string(), lastSignInAt: z.string().nullable() }),
);
export type UserList = z.infer<typeof userListSchema>;
