import { z } from 'zod';

/** The header with the secret by which auto-generate-content recognises calls from its own project's database. */
export const CLOUD_SECRET_HEADER = 'x-local-agent-secret';

/** The owner of the runs that the project makes itself; supabase/migrations/*_cloud_writing.sql has the same id. */
export const CLOUD_OWNER = '00000000-0000-4000-8000-0000000c10d0';

export const CLOUD_EXTENSIONS = ['pg_cron', 'pg_net', 'supabase_vault'] as const;

/** Whether a hosted project makes the autopilot's daily post itself, without an agent. */
export const cloudWritingSchema = z.object({
  /** Cloud writing is only possible in a hosted project. */
  isHosted: z.boolean(),
  isOn: z.boolean(),
  /** PostgreSQL extensions that have to be enabled first. */
  missing: z.array(z.enum(CLOUD_EXTENSIONS)),
  /** Whether the autopilot's own switch is on and automation is not paused; otherwise nothing is written. */
  isAutopilotOn: z.boolean(),
  /** The time of the function's latest call (ISO 8601), and what went wrong with it, with the remedy. */
  calledAt: z.string().nullable(),
  problem: z.string().nullable(),
  /** The latest runs in the cloud, newest first, with their local dates and results. */
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

/** Tells the user where to enable the missing extensions. */
export const enableInDashboard = (missing: readonly string[]) =>
  `Enable ${new Intl.ListFormat('en').format(missing)} in your Supabase project, under Database → Extensions.`;
