import { Temporal } from 'temporal-polyfill';
import type { JobsHealth } from '../../shared/agent/health.ts';
import type { JobList, JobState } from '../../shared/agent/jobs.ts';
import { AppError } from '../errors.ts';
import type { AutomationStore } from './automation-store.ts';
import { describeJob } from './describe-job.ts';
import type { JobEngine } from './engine.ts';
import type { AutomationJob } from './job.ts';
import type { LiveJobRun } from './live-job-run.ts';
import { badTimezone } from './messages.ts';
import { dueKey } from './schedule.ts';
import type { JobStore } from './store.ts';

/** The jobs as users see and control them. */
export type Automation = {
  list(): Promise<JobList>;
  /** Like `list`, for jobs that are not in it. */
  describe(jobs: readonly AutomationJob[]): Promise<JobList>;
  /** A summary of the jobs, with the failures of the last 24 hours. */
  health(): Promise<JobsHealth>;
  /** AppError not_found or conflict. */
  run(name: string): Promise<LiveJobRun>;
  /** AppError not_found. */
  stop(name: string): Promise<void>;
  read(name: string): Promise<JobState>;
  /** Pauses or resumes all automation at once. */
  setPaused(paused: boolean): Promise<void>;
};

type AutomationDeps = {
  jobs: readonly AutomationJob[];
  engine: JobEngine;
  store: AutomationStore;
  history: JobStore;
  now(): Temporal.Instant;
};

export function createAutomation({ jobs, engine, store, history, now }: AutomationDeps): Automation {
  const describe = async (wanted: readonly AutomationJob[]): Promise<JobList> => {
    const settings = await store.settings();
    const isKnown = isTimezone(settings.timezone);
    const known = isKnown ? settings : { ...settings, timezone: 'UTC' };
    const at = now();
    const states = wanted.map(async (job): Promise<JobState> => {
      const runs = await history.read(job.name, dueKey(job.schedule(known), at, known.timezone));
      const state = describeJob(job, { settings: known, now: at, live: engine.runOf(job.name), ...runs });
      return isKnown ? state : { ...state, nextRun: null };
    });
    return {
      timezone: settings.timezone,
      isPaused: settings.automation_paused,
      isWatching: engine.isStarted,
      problem: isKnown ? null : badTimezone(settings.timezone),
      jobs: await Promise.all(states),
    };
  };

  const list = () => describe(jobs);

  return {
    list,
    describe,
    async health() {
      const [{ isWatching, isPaused, problem, jobs: states }, failed] = await Promise.all([
        list(),
        history.failedSince(now().subtract({ hours: 24 }).toString()),
      ]);
      return {
        isWatching,
        isPaused,
        problem,
        jobs: states.map(({ name, isOn, lastRun, nextRun }) => ({
          name,
          isOn,
          lastRun,
          nextRun,
          failures: failed.filter((job) => job === name).length,
        })),
      };
    },
    run: (name) => engine.runManually(name),
    stop: (name) => engine.stop(name),
    async read(name) {
      const found = (await list()).jobs.find((job) => job.name === name);
      if (!found) throw new AppError('not_found', `There is no job "${name}".`);
      return found;
    },
    async setPaused(paused) {
      await store.setPaused(paused);
      if (engine.isStarted) await engine.tick();
    },
  };
}

function isTimezone(timezone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timezone);
    return true;
  } catch {
    return false;
  }
}
