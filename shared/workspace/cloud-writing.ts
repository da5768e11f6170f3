import { z } from 'zod';

/** The header with the secret by which auto-generate-content knows a call of its own project's database. */
export const CLOUD_SECRET_HEADER = 'x-local-agent-secret';

/** The owner of the runs that the project makes itself; supabase/migrations/*_cloud_writing.sql names it too. */
export const CLOUD_OWNER = '00000000-0000-4000-8000-0000000c10d0';

export const CLOUD_EXTENSIONS = ['pg_cron', 'pg_net', 'supabase_vault'] as const;

/** Whether a hosted project makes the autopilot's daily post itself, without an agent. */
export const cloudWritingSchema = z.object({
  /** Only a hosted project can. */
  isHosted: z.boolean(),
  isOn: z.boolean(),
  /** Extensions of PostgreSQL that are to be enabled first. */
  missing: z.array(z.enum(CLOUD_EXTENSIONS)),
  /** Whether the autopilot's own switch is on, and not all automation paused: without it, nothing is written. */
  isAutopilotOn: z.boolean(),
  /** The latest call of the function (ISO 8601), and what went wrong with it, with the remedy. */
  calledAt: z.string().nullable(),
  problem: z.string().nullable(),
  /** The latest runs in the cloud, the newest first: the local date, and what came of it. */
  runs: z.array(
    z.object({
      day: z.string(),
      startedAt: z.string(),
      status: z.enum(['running', 'success', 'failed']),
      result: z.string().nullable(),
    }),
  ),
});
export type CloudWriting = z.infer<typeof cloudWritingSchema>;

export const cloudWritingChangeSchema = z.strictObject({ isOn: z.boolean() });

/** Where the person enables what is missing. */
export const enableInDashboard = (missing: readonly string[]) =>
  `Enable ${new Intl.ListFormat('en').format(missing)} in your Supabase project, under Database → Extensions.`;
