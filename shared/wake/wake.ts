import { z } from 'zod';

/** Whether this computer is woken for posts. */
export const wakeSchema = z.object({
  isOn: z.boolean(),
  /** The system's mechanism for it; null if it has none. */
  method: z.enum(['rtcwake', 'pmset', 'Task Scheduler']).nullable(),
  /** The time of the next wake-up (ISO 8601), shortly before the next post; null if none is set. */
  setFor: z.string().nullable(),
  /** Why the system did not accept the latest wake-up time. */
  problem: z.string().nullable(),
  /** A command that an administrator runs once to let the agent set wake-up times; null if not needed. */
  permit: z.string().nullable(),
  /** Reasons why it may stay asleep nevertheless. */
  risks: z.array(z.string()),
});
export type Wake = z.infer<typeof wakeSchema>;
export const wakeChangeSchema = z.strictObject({ isOn: z.boolean() });
