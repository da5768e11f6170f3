import { generationRequestSchema, generationResultSchema } from '../../../shared/generation.ts';
import { answerWithEvents, wantsEventStream } from '../../http/event-stream.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { SupabaseConnection } from '../../supabase/connection.ts';
import { generate, generateWithProgress } from './service.ts';

/**
 * POST /api/generation runs the edge function auto-generate-content (§7) for the terminal and other tools. The body is optional. Answers its
 * result as JSON or, with `Accept: text/event-stream`, GENERATION_EVENTS. A client that goes away does not stop the run.
 */
export function generationRoutes(connection: Pick<SupabaseConnection, 'invokeFunction'>): Routes {
  return (api) => {
    api.post(
      '/api/generation',
      { schema: { body: generationRequestSchema, response: { 200: generationResultSchema } } },
      async (request, reply) => {
        const run = { connection, request: request.body, signal: api.stopping };
        if (!wantsEventStream(request)) return generate(run);
        return answerWithEvents(request, reply, (send) => generateWithProgress(run, send));
      },
    );
  };
}
