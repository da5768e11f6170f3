import { z } from 'zod';
import { platformSchema } from './platforms.ts';

/** GET lists the accounts of the workspace, newest first; POST an `accountEntrySchema` adds one (201, or 409 when the label is taken). */
export const ACCOUNTS_PATH = '/api/accounts';

/** DELETE here removes an account with its session and profile on this machine; 204, or 404 for one that is not there. */
export function accountPath(accountId: string): string {
  return `${ACCOUNTS_PATH}/${encodeURIComponent(accountId)}`;
}

export const accountParamsSchema = z.object({ id: z.uuid('expected the id of an account') });

/** A social account for the terminal and other tools. Times are ISO 8601. */
export const accountSchema = z.object({
  id: z.uuid(),
  platform: platformSchema,
  label: z.string(),
  isLoggedIn: z.boolean(),
  /** May the daily warm-up run it? */
  autoWarmup: z.boolean(),
  warmupStatus: z.enum(['running', 'success', 'failed']).nullable(),
  lastWarmupAt: z.string().nullable(),
  /** Why automatic warm-ups wait until the person has logged in again. */
  warmupHeldReason: z.string().nullable(),
  createdAt: z.string(),
});
export type Account = z.infer<typeof accountSchema>;
export const accountListSchema = z.array(accountSchema);

export const accountEntrySchema = z.object({
  platform: platformSchema,
  label: z
    .string('the label is missing')
    .trim()
    .min(1, 'the label is empty')
    .max(100, 'a label has at most 100 characters'),
});
export type AccountEntry = z.infer<typeof accountEntrySchema>;
