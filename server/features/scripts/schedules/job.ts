import { Temporal } from 'temporal-polyfill';
import { scheduleColumns } from '../../../../shared/scripts/script-schedule.ts';
import { AppError, type ErrorCode } from '../../../errors.ts';
import { type AutomationJob, type JobContext, TryLater } from '../../../jobs/job.ts';
import { type Schedule, stretchStart } from '../../../jobs/schedule.ts';
import { CANCELLED, ENDED_EARLY, RUN_STILL_GOING, ran, SKIPPED } from '../messages.ts';
import type { ScriptRuns } from '../service.ts';
import type { ScriptStore } from '../store.ts';
import type { StoredSchedule } from './store.ts';

/** Errors at the start that may pass within the day: a text can be approved, a queue can get shorter. */
const PASSING_CODES: readonly ErrorCode[] = ['not_approved', 'rate_limited', 'unavailable'];

type ScriptJobDeps = {
  runs: Pick<ScriptRuns, 'start' | 'list'>;
  /** Uses the service key. */
  store: ScriptStore;
  now(): Temporal.Instant;
  /** Whether this agent may run a text. */
  isApproved(code: string): Promise<boolean>;
  /** See AutomationJob.share. */
  share(mayRun: boolean): Promise<string | null>;
};

/**
 * Runs a saved script at its scheduled times. Each time is claimed like a job's, so that the script runs once however
 * many agents there are. No run begins while another run of the script is in progress.
 */
export function scriptJob(stored: StoredSchedule, { runs, store, now, ...deps }: ScriptJobDeps): AutomationJob {
  const { scriptId, name, isOn } = stored;
  const schedule = jobSchedule(stored);
  return {
    name: `script ${scriptId}`,
    title: name,
    about: '',
    setting: null,
    isOn: (settings) => isOn && !settings.automation_paused,
    schedule: () => schedule,
    async share() {
      const saved = await store.script(scriptId);
      return deps.share(saved === null || (await deps.isApproved(saved.code)));
    },
    async run({ signal, startedAt, attempt }) {
      const [last] = await runs.list({ scriptId, limit: 1 }, store);
      if (last && last.finishedAt === null) throw new TryLater(RUN_STILL_GOING);
      if (last && attempt > 1 && isAfter(last.startedAt, startedAt)) throw new AppError('internal', ENDED_EARLY);
      const stretch = schedule.every === 'stretch' ? stretchStart(now(), schedule.minutes) : null;
      if (last?.finishedAt && stretch && isAfter(last.finishedAt, stretch) && !isAfter(last.startedAt, stretch))
        return SKIPPED;
      return runToEnd(scriptId, { runs, store, signal });
    },
  };
}

async function runToEnd(
  scriptId: string,
  { runs, store, signal }: Pick<ScriptJobDeps, 'runs' | 'store'> & Pick<JobContext, 'signal'>,
): Promise<string> {
  const live = await runs.start({ scriptId }, store).catch((error: unknown) => {
    const isPassing = error instanceof AppError && PASSING_CODES.includes(error.code);
    throw isPassing ? new TryLater(error.message, { cause: error }) : error;
  });
  const stop = () => live.stop({ status: 'cancelled', error: CANCELLED });
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  await live.over.finally(() => signal.removeEventListener('abort', stop));
  const { status, startedAt, finishedAt, error } = live.details;
  if (status !== 'success') throw new AppError('internal', error ?? status);
  return ran(Date.parse(finishedAt ?? startedAt) - Date.parse(startedAt));
}

function jobSchedule({ schedule, changedAt }: StoredSchedule): Schedule {
  const since = Temporal.Instant.from(changedAt);
  const { days, minute_of_day, every_minutes } = scheduleColumns(schedule);
  if (minute_of_day === null) return { every: 'stretch', minutes: every_minutes ?? 60, since };
  const time = { hour: Math.floor(minute_of_day / 60), minute: minute_of_day % 60 };
  return { every: 'day', ...time, ...(schedule.every === 'week' && { days: days ?? [] }), since };
}

function isAfter(time: string, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(Temporal.Instant.from(time), other) >= 0;
}
