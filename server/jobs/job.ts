import type { Temporal } from 'temporal-polyfill';
import type { AutomationSettings, JobState } from '../../shared/agent/jobs.ts';
import type { Schedule } from './schedule.ts';

/**
 * Work that the engine runs automatically or on request. `Settings` are the workspace's, passed through by the engine.
 */
export type Job<Settings> = {
  name: string;
  schedule(settings: Settings): Schedule;
  /** Whether it may run automatically. An automatic run is stopped when this becomes false. */
  isOn(settings: Settings): boolean;
  /**
   * Decides which of several agents do the job. Null: another running agent can do it, but this one cannot. An empty
   * string: this agent does all of it. Any other string identifies this agent's share, since several agents each do
   * what they can. Without this, any agent may do the job.
   */
  share?(): Promise<string | null>;
  /**
   * Does the work and returns a one-sentence summary. TryLater if nothing was done and a retry may help; any other
   * error is final for its date.
   */
  run(run: JobContext): Promise<string>;
};

export type JobContext = {
  /** Aborts when the run should end: it was stopped, the agent is stopping, or the lease was lost. */
  signal: AbortSignal;
  /** Reports its progress to users. */
  report(progress: string): void;
  /** When it was first started, and how often: more than once after its agent was killed, or when it is retried. */
  startedAt: Temporal.Instant;
  attempt: number;
  /** Started by a user. */
  isManual: boolean;
};

/** Thrown by a job that changed nothing and may succeed later on the same date. `message` is for users. */
export class TryLater extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TryLater';
  }
}

/** A job of this product: its title and description, its work, and the setting that enables it. */
export type AutomationJob = Job<AutomationSettings> & Pick<JobState, 'title' | 'about' | 'setting'>;

/** Enabled by its setting, unless all automation is paused. */
export function enabledBySetting(setting: NonNullable<AutomationJob['setting']>) {
  return {
    setting,
    isOn: (settings: AutomationSettings) => settings[setting] && !settings.automation_paused,
  };
}
