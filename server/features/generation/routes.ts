import { z } from 'zod';
import { dryRunSchema } from '../../../shared/dry-run.ts';
import { generationCallSchema, generationResultSchema } from '../../../shared/generation.ts';
import { answerWithEvents, wantsEventStream } from '../../http/event-stream.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { SupabaseConnection } from '../../supabase/connection.ts';
import { dryRun, generate, generateWithProgress } from './service.ts';

/**
 * POST /api/generation runs the edge function auto-generate-content (§7) for the terminal and other tools. The body is optional. Answers its
 * result as JSON or, with `Accept: text/event-stream`, GENERATION_EVENTS. A client that goes away does not stop the run. `{ dryRun: true, days }`
 * answers a DryRun as JSON: what the autopilot would make on the coming days.
 */
export function generationRoutes(connection: Pick<SupabaseConnection, 'invokeFunction'>): Routes {
  return (api) => {
    api.post(
      '/api/generation',
      { schema: { body: generationCallSchema, response: { 200: z.union([dryRunSchema, generationResultSchema]) } } },
      async (request, reply) => {
        const { body } = request;
        if (body.dryRun) return dryRun({ connection, request: body, signal: api.stopping });
        const run = { connection, request: body, signal: api.stopping };
        if (!wantsEventStream(request)) return generate(run);
        return answerWithEvents(request, reply, (send) => generateWithProgress(run, send));
      },
    );
  };
}
