import { Temporal } from 'temporal-polyfill';
import type { AutomationSettings, JobRun, JobState } from '../../shared/agent/jobs.ts';
import type { AutomationJob } from './job.ts';
import type { LiveJobRun } from './live-job-run.ts';
import { whenInWords } from './messages.ts';
import { dueKey, nextTime } from './schedule.ts';
import { MANUAL_KEY_PREFIX, type StoredRun } from './store.ts';

type JobFacts = {
  settings: AutomationSettings;
  now: Temporal.Instant;
  /** The run in progress on this agent. */
  live: LiveJobRun | undefined;
  newest: StoredRun | null;
  /** The stored run of the key that is due at `now`. */
  keyed: StoredRun | null;
};

/** A job as users see it at `now`. RangeError if the settings' time zone is unknown. */
export function describeJob(job: AutomationJob, { settings, now, live, newest, keyed }: JobFacts): JobState {
  const { name, title, about, setting } = job;
  const schedule = job.schedule(settings);
  const isOn = job.isOn(settings);
  const isDue = dueKey(schedule, now, settings.timezone) !== null;
  const retryAt = keyed && retryOf(keyed);
  const next = () => {
    if (isDue && !keyed) return now;
    return retryAt ?? nextTime(schedule, now, settings.timezone);
  };
  return {
    name,
    title,
    about,
    when: whenInWords(schedule),
    setting,
    isOn,
    running: live ? { byHand: live.isManual, progress: live.progress } : null,
    lastRun: newest && runOf(newest, isOn && newest.run_key === keyed?.run_key),
    nextRun: isOn ? next().toString() : null,
  };
}

function retryOf({ status, retry_at }: StoredRun): Temporal.Instant | null {
  return status === 'failed' && retry_at ? Temporal.Instant.from(retry_at) : null;
}

function runOf(run: StoredRun, isTriedAgain: boolean): JobRun {
  return {
    status: run.status,
    byHand: run.run_key.startsWith(MANUAL_KEY_PREFIX),
    startedAt: isoTime(run.started_at),
    finishedAt: run.finished_at && isoTime(run.finished_at),
    result: run.result,
    retryAt: isTriedAgain ? (retryOf(run)?.toString() ?? null) : null,
  };
}

function isoTime(time: string): string {
  return new Date(time).toISOString();
}
