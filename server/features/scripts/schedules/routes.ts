import type { FastifyRequest } from 'fastify';
import type { JobList, JobState } from '../../../../shared/agent/jobs.ts';
import { scriptScheduleApi } from '../../../../shared/api/scripts.ts';
import type { ScheduledScript } from '../../../../shared/scripts/script-schedule.ts';
import { AppError } from '../../../errors.ts';
import { routesOf } from '../../../http/operations.ts';
import type { Routes } from '../../../http/zod-compiler.ts';
import type { AutomationJob } from '../../../jobs/job.ts';
import type { Client } from '../../../supabase/connection.ts';
import { NO_HISTORY, NO_SCHEDULE } from '../messages.ts';
import type { Refusal } from '../routes.ts';
import { readSchedules, removeSchedule, type StoredSchedule, writeSchedule } from './store.ts';

type ScheduleRoutesDeps = {
  /** A client with the caller's rights; null if there is none. */
  clientFor(request: FastifyRequest): Client | null;
  jobOf(stored: StoredSchedule): AutomationJob | null;
  describe(jobs: readonly AutomationJob[]): Promise<JobList>;
  refusal: Refusal;
};

export function scheduleRoutes({ clientFor, jobOf, describe, refusal }: ScheduleRoutesDeps): Routes {
  const clientOf = (request: FastifyRequest) => {
    const client = clientFor(request);
    if (!client) throw new AppError('unavailable', NO_HISTORY);
    return client;
  };
  const statesOf = async (stored: readonly StoredSchedule[]) => {
    const { jobs, ...rest } = await describe(stored.flatMap((schedule) => jobOf(schedule) ?? []));
    return { ...rest, schedules: stored.flatMap((schedule, at) => stateOf(schedule, jobs[at]) ?? []) };
  };
  return routesOf(scriptScheduleApi, {
    listScriptSchedules: async (request) => statesOf(await readSchedules(clientOf(request))),
    scheduleScript: async (request) => {
      const refused = refusal(request);
      if (refused) throw new AppError('forbidden', refused);
      const { schedule, isOn } = request.body;
      const scriptId = request.params.id;
      const { schedules, problem } = await statesOf([
        await writeSchedule(clientOf(request), { scriptId, schedule, isOn }),
      ]);
      const [state] = schedules;
      if (!state) throw new AppError('unavailable', problem ?? NO_HISTORY);
      return state;
    },
    unscheduleScript: async (request) => {
      if (!(await removeSchedule(clientOf(request), request.params.id))) throw new AppError('not_found', NO_SCHEDULE);
    },
  });
}

function stateOf({ scriptId, name, schedule }: StoredSchedule, job: JobState | undefined): ScheduledScript | null {
  if (!job) return null;
  const { isOn, when, lastRun, nextRun } = job;
  return { scriptId, name, schedule, isOn, when, lastRun, nextRun };
}
