import { z } from 'zod';
import type { AppSettingsRow } from '../workspace/database.ts';
import type { Settings } from '../workspace/settings.ts';

/** What jobs are run by: the settings, the hours of warm-ups, and the one switch that pauses all that is automatic. */
export type AutomationSettings = Settings &
  Pick<AppSettingsRow, 'automation_paused' | 'warmup_hour_start' | 'warmup_hour_end'>;

/** GET lists the jobs (`jobListSchema`). */
export const JOBS_PATH = '/api/jobs';

/** POST `pauseSchema` here to pause everything automatic, or to resume it; answers the list as it is then. */
export const JOBS_PAUSE_PATH = `${JOBS_PATH}/pause`;
export const pauseSchema = z.object({ paused: z.boolean() });

/**
 * POST here runs a job at once, whether it is on or not. The run is one more: what is due by itself stays due. Answers
 * 202 with the job when it has begun or, with `Accept: text/event-stream`, JOB_EVENTS until it is over. 404 for no such
 * job, 409 while it runs, here or on another agent.
 */
export function jobRunPath(name: string): string {
  return `${JOBS_PATH}/${encodeURIComponent(name)}/run`;
}

/** POST here ends the run that is under way on this agent, and answers the job. 404 when none is. */
export function jobStopPath(name: string): string {
  return `${JOBS_PATH}/${encodeURIComponent(name)}/stop`;
}

/**
 * `progress` with `{ text }` as often as there is something to say, then one `result` with a jobEnd, or `error` with `{
 * error, code }`.
 */
export const JOB_EVENTS = { progress: 'progress', result: 'result', error: 'error' } as const;
export const jobProgressSchema = z.object({ text: z.string() });
export const jobEndSchema = z.object({ status: z.enum(['success', 'failed']), result: z.string() });
export type JobEnd = z.infer<typeof jobEndSchema>;

/**
 * One run. Times are ISO 8601; `result` is a sentence: what it did, or why it failed. `retryAt` is when it is tried
 * again by itself.
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
 * A job. `when` says in words when it runs by itself, `setting` the column of app_settings that switches it on (null:
 * it is always on), `isOn` whether it does run by itself at present. `running` is the run under way on this agent;
 * `nextRun` is in the past when it is late.
 */
export const jobSchema = z.object({
  name: z.string(),
  title: z.string(),
  about: z.string(),
  when: z.string(),
  setting: z.enum(['warmup_enabled', 'auto_generate_daily', 'auto_delete_enabled']).nullable(),
  isOn: z.boolean(),
  running: z.object({ byHand: z.boolean(), progress: z.string().nullable() }).nullable(),
  lastRun: jobRunSchema.nullable(),
  nextRun: z.string().nullable(),
});
export type JobState = z.infer<typeof jobSchema>;

/**
 * The jobs. `timezone` is the one that days and hours are meant in; `isWatching` is false where the answering agent
 * begins nothing by itself, as a one-off command does; `problem` says why no job can run here at all.
 */
export const jobListSchema = z.object({
  timezone: z.string(),
  isPaused: z.boolean(),
  isWatching: z.boolean(),
  problem: z.string().nullable(),
  jobs: z.array(jobSchema),
});
export type JobList = z.infer<typeof jobListSchema>;
