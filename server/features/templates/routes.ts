import type { FastifyRequest } from 'fastify';
import { templateApi } from '../../../shared/api/projects.ts';
import type { TemplateSample, TemplateSampleRequest } from '../../../shared/posts/template-sample.ts';
import { AppError } from '../../errors.ts';
import { connectionLost } from '../../http/event-stream.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';

type TemplatesDeps = {
  /** A client with the caller's rights; null if there is none. */
  clientFor(request: FastifyRequest): Client | null;
  sample(request: TemplateSampleRequest, client: Client, signal: AbortSignal): Promise<TemplateSample>;
};

/**
 * The content templates, for the CLI and other tools (the UI queries Supabase directly), and sample posts, also for the
 * UI. AppError unavailable if Supabase does not respond.
 */
export function templatesRoutes({ clientFor, sample }: TemplatesDeps): Routes {
  const able = (request: FastifyRequest): Client => {
    const client = clientFor(request);
    if (!client) throw new AppError('unavailable', NEEDS_SECRET_KEY);
    return client;
  };
  return routesOf(templateApi, {
    listTemplates: async (request) => {
      const { data, error } = await able(request)
        .from('content_style_templates')
        .select('*')
        .order('day_of_week')
        .order('created_at')
        .order('id');
      if (error) throw couldNot('list the templates', error);
      return data;
    },
    sampleTemplate: (request, reply) =>
      sample(request.body, able(request), AbortSignal.any([connectionLost(reply), request.server.stopping])),
  });
}

const NEEDS_SECRET_KEY =
  'Templates need the secret key of your Supabase project here: sign in with `local-agent link`, or start the agent with --supabase-secret-key.';
