import type { Temporal } from 'temporal-polyfill';
import type { AutomationSettings, JobState } from '../../shared/agent/jobs.ts';
import type { Schedule } from './schedule.ts';

/**
 * Work that the engine does by itself or when asked. `Settings` are the workspace's, which the engine passes on unread.
 */
export type Job<Settings> = {
  name: string;
  schedule(settings: Settings): Schedule;
  /** May it run by itself? A run that it began by itself ends when this is no longer so. */
  isOn(settings: Settings): boolean;
  /**
   * Does the work and says in one sentence what it did. TryLater when it did nothing and may soon; any other error is
   * final for its date.
   */
  run(run: JobContext): Promise<string>;
};

/** What a job gets of its run. */
export type JobContext = {
  /** Aborts when the run is to end: it was stopped, the agent ends, or another agent has it now. */
  signal: AbortSignal;
  /** Reports its progress, to people. */
  report(progress: string): void;
  /** When it was first begun, and how often: more than once after its agent was killed, or when it is retried. */
  startedAt: Temporal.Instant;
  attempt: number;
  /** Started by a person. */
  isManual: boolean;
};

/** What a job throws that changed nothing and may be able to later on the same date. `message` says why, to people. */
export class TryLater extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TryLater';
  }
}

const MINUTE_S = 60;
/**
 * A machine that has just woken up is online in a minute; what lasts longer is asked for hourly, until its date is
 * over.
 */
const RETRY_MINUTES = [1, 5, 15, 60];

/** Seconds until a run is tried again whose `attempt`, from 1, came to nothing. */
export function retrySeconds(attempt: number): number {
  return (RETRY_MINUTES[attempt - 1] ?? 60) * MINUTE_S;
}

/** A job of this product: what it is called, what it does, and which setting switches it on. */
export type AutomationJob = Job<AutomationSettings> & Pick<JobState, 'title' | 'about' | 'setting'>;

/** On while its setting is, unless everything automatic is paused. */
export function enabledBySetting(setting: NonNullable<AutomationJob['setting']>) {
  return {
    setting,
    isOn: (settings: AutomationSettings) => settings[setting] && !settings.automation_paused,
  };
}
