import { z } from 'zod';

/** Whether this computer is woken for posts. */
export const wakeSchema = z.object({
  isOn: z.boolean(),
  /** How this system does it; null where it cannot. */
  method: z.enum(['rtcwake', 'pmset', 'Task Scheduler']).nullable(),
  /** When it wakes next (ISO 8601), for the next post; null while nothing is set. */
  setFor: z.string().nullable(),
  /** Why the system did not take the latest time. */
  problem: z.string().nullable(),
  /** A command that an administrator runs once, so that the agent may set the time; null where none is needed. */
  permit: z.string().nullable(),
  /** What can keep it asleep. */
  risks: z.array(z.string()),
});
export type Wake = z.infer<typeof wakeSchema>;
export const wakeChangeSchema = z.strictObject({ isOn: z.boolean() });
