import type { AutomationSettings } from '../../../shared/agent/jobs.ts';
import { AppError } from '../../errors.ts';
import { type AutomationJob, enabledBySetting, type JobContext, TryLater } from '../../jobs/job.ts';
import { WARM_UP } from './messages.ts';

/** When automatic warm-ups start (§2, §9). */
const HOUR = 7;

/**
 * Warms up the due accounts and returns a one-sentence summary; AppError unavailable while Supabase does not respond.
 */
type AutomaticWarmups = (run: Pick<JobContext, 'signal' | 'report'>) => Promise<string>;

/**
 * The daily warm-up, if warmup_enabled is on. Once the first account's warm-up has begun, the job is not retried that
 * day: Instagram punishes haste.
 */
export function warmUpJob(warmUp: AutomaticWarmups, share?: AutomationJob['share']): AutomationJob {
  return {
    ...(share && { share }),
    ...WARM_UP,
    ...enabledBySetting('warmup_enabled'),
    name: 'warm-up',
    schedule: (settings) => ({ every: 'day', hour: hourWithin(settings) }),
    async run({ signal, report }) {
      let hasBegun = false;
      const begin = (progress: string) => {
        hasBegun = true;
        report(progress);
      };
      return warmUp({ signal, report: begin }).catch((error: unknown) => {
        const isPassing = error instanceof AppError && error.code === 'unavailable';
        throw isPassing && !hasBegun ? new TryLater(error.message, { cause: error }) : error;
      });
    },
  };
}

/** 07:00, or the start of the warm-up hours if they exclude it. */
function hourWithin({ warmup_hour_start: start, warmup_hour_end: end }: AutomationSettings): number {
  return start <= HOUR && HOUR < end ? HOUR : start;
}
