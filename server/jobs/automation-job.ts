import type { AutomationSettings, JobState } from '../../shared/jobs.ts';
import type { Job } from './job.ts';

/** A job of this product: what it is called, what it does, and which setting switches it on. */
export type AutomationJob = Job<AutomationSettings> & Pick<JobState, 'title' | 'about' | 'setting'>;

/** On while its setting is, unless everything automatic is paused. */
export function onBy(setting: NonNullable<AutomationJob['setting']>) {
  return {
    setting,
    isOn: (settings: AutomationSettings) => settings[setting] && !settings.automation_paused,
  };
}
