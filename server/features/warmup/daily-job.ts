import type { AutomationSettings } from '../../../shared/agent/jobs.ts';
import { AppError } from '../../errors.ts';
import { type AutomationJob, enabledBySetting, type JobContext, TryLater } from '../../jobs/job.ts';
import { WARM_UP } from './messages.ts';

/** When accounts are warmed up by themselves (§2, §9). */
const HOUR = 7;

/**
 * Warms up the accounts whose turn it is and says in one sentence what it did; AppError unavailable while Supabase does
 * not answer.
 */
type AutomaticWarmups = (run: Pick<JobContext, 'signal' | 'report'>) => Promise<string>;

/**
 * The daily warm-up, where warmup_enabled is on. Once an account has had its turn, the job itself is not tried again
 * that day: Instagram minds haste.
 */
export function warmUpJob(warmUp: AutomaticWarmups): AutomationJob {
  return {
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

/** 07:00, unless the hours of warm-ups leave it out: then when they begin. */
function hourWithin({ warmup_hour_start: start, warmup_hour_end: end }: AutomationSettings): number {
  return start <= HOUR && HOUR < end ? HOUR : start;
}
