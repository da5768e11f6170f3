import { JOB_EVENTS, type JobList, jobEndSchema } from '../../shared/agent/jobs.ts';
import { jobApi } from '../../shared/api/agent.ts';
import { DEFAULT_SETTINGS } from '../../shared/workspace/default-settings.ts';
import { AppError } from '../errors.ts';
import { answerWithEvents, wantsEventStream } from '../http/event-stream.ts';
import { routesOf } from '../http/operations.ts';
import type { Routes } from '../http/zod-compiler.ts';
import { NEEDS_SECRET_KEY } from './messages.ts';
import type { Automation } from './service.ts';

export const WITHOUT_KEY: JobList = {
  timezone: DEFAULT_SETTINGS.timezone,
  isPaused: false,
  isWatching: false,
  problem: NEEDS_SECRET_KEY,
  jobs: [],
};

/**
 * Routes of jobs. A run continues if the client disconnects. `automation` is null in hosted mode without the secret
 * key: the list then says so, and all other routes respond with 503.
 */
export function jobsRoutes(automation: Automation | null): Routes {
  const able = () => {
    if (!automation) throw new AppError('unavailable', NEEDS_SECRET_KEY);
    return automation;
  };
  return routesOf(jobApi, {
    listJobs: () => (automation ? automation.list() : WITHOUT_KEY),
    pauseJobs: async ({ body }) => {
      await able().setPaused(body.paused);
      return able().list();
    },
    runJob: async (request, reply) => {
      const { name } = request.params;
      const run = await able().run(name);
      if (!wantsEventStream(request)) return able().read(name);
      return answerWithEvents(request, reply, async (send) => {
        const unfollow = run.follow((text) => send(JOB_EVENTS.progress, { text }));
        const end = await run.over;
        unfollow();
        send(JOB_EVENTS.result, jobEndSchema.parse(end));
      });
    },
    stopJob: async ({ params: { name } }) => {
      await able().stop(name);
      return able().read(name);
    },
  });
}
