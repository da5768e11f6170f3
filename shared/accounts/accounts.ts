import { z } from 'zod';
import { optionValuesSchema } from '../posts/options-schema.ts';
import { platformSchema } from '../posts/platforms.ts';

export const accountParamsSchema = z.object({ id: z.uuid('expected the id of an account') });

/** A social account, as the agent API returns it. Times are ISO 8601. */
export const accountSchema = z.object({
  id: z.uuid(),
  platform: platformSchema,
  label: z.string(),
  isLoggedIn: z.boolean(),
  /** Whether the daily warm-up includes it. */
  autoWarmup: z.boolean(),
  warmupStatus: z.enum(['running', 'success', 'failed']).nullable(),
  lastWarmupAt: z.string().nullable(),
  /** Why automatic warm-ups are held until the next log-in. */
  warmupHeldReason: z.string().nullable(),
  /** When the hold began, to the microsecond. */
  warmupHeldAt: z.string().nullable(),
  /** Used for a long time already, so its warm-ups have no ramp-up. */
  isEstablished: z.boolean(),
  /** The start of its ramp-up; null until the first log-in. */
  rampUpSince: z.string().nullable(),
  createdAt: z.string(),
});
export type Account = z.infer<typeof accountSchema>;
export const accountListSchema = z.array(accountSchema);

/**
 * How many hours before its due time a post is handed over to the platform, which holds it and publishes it on time.
 * Null: never; the agent sends it when it is due.
 */
const handOverHoursSchema = z.int().min(1).max(720, 'a platform holds a post for 720 hours at most').nullable();

/** The defaults for options that an account's posts do not set, by name. They are options of its platform. */
export const postingDefaultsSchema = z.object({
  platform: platformSchema,
  defaults: optionValuesSchema,
  handOverHours: handOverHoursSchema,
});
export type PostingDefaults = z.infer<typeof postingDefaultsSchema>;
/** Replaces the fields given; omitted fields are unchanged. */
export const postingDefaultsChangeSchema = z.object({
  defaults: optionValuesSchema.optional(),
  handOverHours: handOverHoursSchema.optional(),
});
export type PostingDefaultsChange = z.infer<typeof postingDefaultsChangeSchema>;

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
