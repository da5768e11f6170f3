import { z } from 'zod';
import { dryRunSchema } from '../../../shared/posts/dry-run.ts';
import {
  GENERATION_EVENTS,
  GENERATION_PATH,
  generationCallSchema,
  generationResultSchema,
} from '../../../shared/posts/generation.ts';
import { answerWithEvents, wantsEventStream } from '../../http/event-stream.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Generation } from './generation.ts';

/**
 * POST /api/generation makes posts as auto-generate-content (§7) does, for the terminal and other tools. The body is
 * optional. Answers the result as JSON or, with `Accept: text/event-stream`, GENERATION_EVENTS. A run continues when
 * the client disconnects. `{ dryRun: true, days }` answers a DryRun as JSON: what the autopilot would make in the
 * coming days.
 */
export function generationRoutes(generation: Generation): Routes {
  return (api) => {
    const signal = api.stopping;
    api.post(
      GENERATION_PATH,
      { schema: { body: generationCallSchema, response: { 200: z.union([dryRunSchema, generationResultSchema]) } } },
      async (request, reply) => {
        const { body } = request;
        if (body.dryRun) return generation.dryRun(body, signal);
        if (!wantsEventStream(request)) return generation.generate(body, { report: () => undefined, signal });
        return answerWithEvents(request, reply, async (send) => {
          const report = (progress: unknown) => send(GENERATION_EVENTS.progress, progress);
          send(GENERATION_EVENTS.result, await generation.generate(body, { report, signal }));
        });
      },
    );
  };
}
