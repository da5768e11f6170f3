import { generationApi } from '../../../shared/api/projects.ts';
import { GENERATION_EVENTS } from '../../../shared/posts/generation.ts';
import { answerWithEvents, wantsEventStream } from '../../http/event-stream.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Generation } from './generation.ts';

/**
 * Makes posts as auto-generate-content (§7) does, for the terminal and other tools. A run continues when the client
 * disconnects.
 */
export function generationRoutes(generation: Generation): Routes {
  return routesOf(generationApi, {
    generatePosts: async (request, reply) => {
      const { body } = request;
      const signal = request.server.stopping;
      if (body.dryRun) return generation.dryRun(body, signal);
      if (!wantsEventStream(request)) return generation.generate(body, { report: () => undefined, signal });
      return answerWithEvents(request, reply, async (send) => {
        const report = (progress: unknown) => send(GENERATION_EVENTS.progress, progress);
        send(GENERATION_EVENTS.result, await generation.generate(body, { report, signal }));
      });
    },
  });
}
