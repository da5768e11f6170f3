import { z } from 'zod';
import { platformSchema } from '../posts/platforms.ts';

/**
 * POST here lifts the hold of an account's automatic warm-ups that "too many requests" has brought; answers its
 * `accountSchema`. 409 where there is none or only a log-in ends it, 429 with Retry-After until the account has rested
 * for HOLD_REST_DAYS.
 */
export function accountReleasePath(accountId: string): string {
  return `/api/accounts/${encodeURIComponent(accountId)}/release`;
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
  /** When that began, to the microsecond. */
  warmupHeldAt: z.string().nullable(),
  /** Long in use: its warm-ups have no ramp-up. */
  isEstablished: z.boolean(),
  /** From when the days of its ramp-up count; null until the first log-in. */
  rampUpSince: z.string().nullable(),
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
  isEstablished: z.boolean().optional(),
});
export type AccountEntry = z.infer<typeof accountEntrySchema>;
