import { z } from 'zod';
import { jobListSchema, jobSchema } from '../agent/jobs.ts';

/** The intervals at which a script may run, in minutes. */
export const SCRIPT_INTERVALS = [15, 30, 60, 120, 180, 240, 360, 720] as const;
const ALL_DAYS = [0, 1, 2, 3, 4, 5, 6] as const;

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'expected a time such as 09:30');
const days = z.array(z.number().int().min(0).max(6)).min(1, 'choose at least one day').max(7);

/**
 * When a script runs: at a local time, on all days or some (0 = Sunday to 6 = Saturday), or at an interval. Times are
 * in the zone of the settings.
 */
export const scriptScheduleSchema = z.discriminatedUnion('every', [
  z.object({ every: z.literal('day'), at: time }),
  z.object({ every: z.literal('week'), at: time, days }),
  z.object({
    every: z.literal('interval'),
    minutes: z.literal(SCRIPT_INTERVALS, `expected one of ${SCRIPT_INTERVALS.join(', ')} minutes`),
  }),
]);
export type ScriptSchedule = z.infer<typeof scriptScheduleSchema>;

/** PUT /api/scripts/schedules/:id. */
export const scriptScheduleChangeSchema = z.object({
  schedule: scriptScheduleSchema,
  isOn: z.boolean('expected true or false').default(true),
});

/** A scheduled script. `when` is the schedule in words; `lastRun` and `nextRun` are as in jobs. */
export const scheduledScriptSchema = z.object({
  scriptId: z.uuid(),
  name: z.string(),
  schedule: scriptScheduleSchema,
  ...jobSchema.pick({ isOn: true, when: true, lastRun: true, nextRun: true }).shape,
});
export type ScheduledScript = z.infer<typeof scheduledScriptSchema>;

/** GET /api/scripts/schedules. */
export const scriptScheduleListSchema = jobListSchema
  .omit({ jobs: true })
  .extend({ schedules: z.array(scheduledScriptSchema) });
export type ScriptScheduleList = z.infer<typeof scriptScheduleListSchema>;

/** The columns of script_schedules. A daily schedule is a weekly one with all days. */
type Columns = { days: number[] | null; minute_of_day: number | null; every_minutes: number | null };

export function scheduleColumns(schedule: ScriptSchedule): Columns {
  if (schedule.every === 'interval') return { days: null, minute_of_day: null, every_minutes: schedule.minutes };
  const [hour = 0, minute = 0] = schedule.at.split(':').map(Number);
  const chosen = schedule.every === 'day' ? ALL_DAYS : schedule.days;
  return { days: [...new Set(chosen)].sort(), minute_of_day: hour * 60 + minute, every_minutes: null };
}

/** The inverse of scheduleColumns. Throws a ZodError for values that the database's checks reject. */
export function scheduleOfColumns({ days: chosen, minute_of_day, every_minutes }: Columns): ScriptSchedule {
  if (chosen === null || minute_of_day === null)
    return scriptScheduleSchema.parse({ every: 'interval', minutes: every_minutes });
  const two = (value: number) => String(value).padStart(2, '0');
  const at = `${two(Math.floor(minute_of_day / 60))}:${two(minute_of_day % 60)}`;
  return scriptScheduleSchema.parse(
    new Set(chosen).size === ALL_DAYS.length ? { every: 'day', at } : { every: 'week', at, days: chosen },
  );
}
