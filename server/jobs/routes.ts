import { z } from 'zod';
import {
  JOB_EVENTS,
  JOBS_PATH,
  JOBS_PAUSE_PATH,
  type JobList,
  jobEndSchema,
  jobListSchema,
  jobSchema,
  pauseSchema,
} from '../../shared/agent/jobs.ts';
import { DEFAULT_SETTINGS } from '../../shared/workspace/default-settings.ts';
import { AppError } from '../errors.ts';
import { answerWithEvents, wantsEventStream } from '../http/event-stream.ts';
import type { Routes } from '../http/zod-compiler.ts';
import { NEEDS_SECRET_KEY } from './messages.ts';
import type { Automation } from './service.ts';

const WITHOUT_KEY: JobList = {
  timezone: DEFAULT_SETTINGS.timezone,
  isPaused: false,
  isWatching: false,
  problem: NEEDS_SECRET_KEY,
  jobs: [],
};

const jobParams = z.object({ name: z.string() });

/**
 * GET /api/jobs lists the jobs; POST /api/jobs/pause pauses or resumes all automation; POST /api/jobs/:name/run runs
 * one at once, as an event stream (JOB_EVENTS) on request; POST /api/jobs/:name/stop ends it. A client that disconnects
 * does not end a run. `automation` is null in hosted mode without the secret key: the list then says so, and the rest
 * answers 503.
 */
export function jobsRoutes(automation: Automation | null): Routes {
  const able = () => {
    if (!automation) throw new AppError('unavailable', NEEDS_SECRET_KEY);
    return automation;
  };
  return (api) => {
    api.get(JOBS_PATH, { schema: { response: { 200: jobListSchema } } }, async () =>
      automation ? automation.list() : WITHOUT_KEY,
    );

    api.post(JOBS_PAUSE_PATH, { schema: { body: pauseSchema, response: { 200: jobListSchema } } }, async ({ body }) => {
      await able().setPaused(body.paused);
      return able().list();
    });

    api.post(
      `${JOBS_PATH}/:name/run`,
      { schema: { params: jobParams, response: { 202: jobSchema } } },
      async (request, reply) => {
        const { name } = request.params;
        const run = await able().run(name);
        if (!wantsEventStream(request)) return reply.code(202).send(await able().read(name));
        return answerWithEvents(request, reply, async (send) => {
          const unfollow = run.follow((text) => send(JOB_EVENTS.progress, { text }));
          const end = await run.over;
          unfollow();
          send(JOB_EVENTS.result, jobEndSchema.parse(end));
        });
      },
    );

    api.post(
      `${JOBS_PATH}/:name/stop`,
      { schema: { params: jobParams, response: { 200: jobSchema } } },
      async ({ params: { name } }) => {
        await able().stop(name);
        return able().read(name);
      },
    );
  };
}
