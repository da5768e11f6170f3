import { z } from 'zod';
import type { AppSettingsRow } from '../workspace/database.ts';
import type { Settings } from '../workspace/settings.ts';

/** The settings that jobs use: their switches, the hours of warm-ups, and the switch that pauses all automation. */
export type AutomationSettings = Settings &
  Pick<
    AppSettingsRow,
    'automation_paused' | 'warmup_hour_start' | 'warmup_hour_end' | 'collect_figures' | 'read_own_pages'
  >;

export const pauseSchema = z.object({ paused: z.boolean() });

/** `progress` with `{ text }` for each report, then one `result` with a jobEnd, or `error` with `{ error, code }`. */
export const JOB_EVENTS = { progress: 'progress', result: 'result', error: 'error' } as const;
export const jobProgressSchema = z.object({ text: z.string() });
export const jobEndSchema = z.object({ status: z.enum(['success', 'failed']), result: z.string() });
export type JobEnd = z.infer<typeof jobEndSchema>;

/**
 * One run. Times are ISO 8601; `result` is a sentence: what it did, or why it failed. `retryAt` is the time of the
 * automatic retry.
 */
export const jobRunSchema = z.object({
  status: z.enum(['running', 'success', 'failed']),
  byHand: z.boolean(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  result: z.string().nullable(),
  retryAt: z.string().nullable(),
});
export type JobRun = z.infer<typeof jobRunSchema>;

/**
 * A job. `when` describes its schedule, `setting` is the column of app_settings that enables it (null: always enabled),
 * `isOn` whether it currently runs automatically. `running` is the run under way on this agent; `nextRun` is in the
 * past when it is late.
 */
export const jobSchema = z.object({
  name: z.string(),
  title: z.string(),
  about: z.string(),
  when: z.string(),
  setting: z.enum(['warmup_enabled', 'auto_generate_daily', 'auto_delete_enabled', 'read_own_pages']).nullable(),
  isOn: z.boolean(),
  running: z.object({ byHand: z.boolean(), progress: z.string().nullable() }).nullable(),
  lastRun: jobRunSchema.nullable(),
  nextRun: z.string().nullable(),
});
export type JobState = z.infer<typeof jobSchema>;

/**
 * The jobs. `timezone` is the zone of days and hours; `isWatching` is false when the answering agent starts nothing
 * automatically, such as in a one-off command; `problem` says why no job can run here.
 */
export const jobListSchema = z.object({
  timezone: z.string(),
  isPaused: z.boolean(),
  isWatching: z.boolean(),
  problem: z.string().nullable(),
  jobs: z.array(jobSchema),
});
export type JobList = z.infer<typeof jobListSchema>;
