import { z } from 'zod';
import { optionValuesSchema } from '../posts/options-schema.ts';
import { platformSchema } from '../posts/platforms.ts';

export const accountParamsSchema = z.object({ id: z.uuid('expected the id of an account') });

/** A social account for the terminal and other tools. Times are ISO 8601. */
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
  /** In use for long: its warm-ups have no ramp-up. */
  isEstablished: z.boolean(),
  /** The start of its ramp-up; null until the first log-in. */
  rampUpSince: z.string().nullable(),
  createdAt: z.string(),
});
export type Account = z.infer<typeof accountSchema>;
export const accountListSchema = z.array(accountSchema);

/**
 * How many hours before they are due posts are handed over to a platform that holds them and publishes them itself. Null:
 * never, they are sent by the agent when they are due.
 */
const handOverHoursSchema = z.int().min(1).max(720, 'a platform holds a post for 720 hours at most').nullable();

/** The options of an account's posts that say nothing else, by name: those of its platform. */
export const postingDefaultsSchema = z.object({
  platform: platformSchema,
  defaults: optionValuesSchema,
  handOverHours: handOverHoursSchema,
});
export type PostingDefaults = z.infer<typeof postingDefaultsSchema>;
/** In place of those before; what is left out stays. */
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
