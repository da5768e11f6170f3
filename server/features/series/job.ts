import { Temporal } from 'temporal-polyfill';
import type { AutomationJob } from '../../jobs/job.ts';
import type { Client } from '../../supabase/connection.ts';
import { madePosts, SERIES } from './messages.ts';
import { continueSeries } from './series.ts';

const EVERY_MINUTES = 60;

/** Makes the posts of series ahead of their time, each once across all agents and retries. */
export function seriesJob(client: Client, now: () => Temporal.Instant = Temporal.Now.instant): AutomationJob {
  return {
    ...SERIES,
    name: 'repeats',
    setting: null,
    isOn: (settings) => !settings.automation_paused,
    schedule: () => ({ every: 'stretch', minutes: EVERY_MINUTES }),
    run: async ({ signal }) => madePosts(await continueSeries(client, now(), signal)),
  };
}
