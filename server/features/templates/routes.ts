import type { FastifyRequest } from 'fastify';
import { TEMPLATES_PATH, templateListSchema } from '../../../shared/posts/templates-api.ts';
import { AppError } from '../../errors.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Client } from '../../supabase/connection.ts';

type TemplatesDeps = {
  /** With the caller's rights; null when there is no such client. */
  clientFor(request: FastifyRequest): Client | null;
};

/**
 * GET /api/templates: the content templates for the terminal and other tools (the UI asks Supabase itself). AppError
 * unavailable when Supabase fails.
 */
export function templatesRoutes({ clientFor }: TemplatesDeps): Routes {
  return (api) => {
    api.get(TEMPLATES_PATH, { schema: { response: { 200: templateListSchema } } }, async (request) => {
      const client = clientFor(request);
      if (!client) throw new AppError('unavailable', NEEDS_SECRET_KEY);
      const { data, error } = await client
        .from('content_style_templates')
        .select('*')
        .order('day_of_week')
        .order('created_at');
      if (error) throw new AppError('unavailable', couldNotList(error.message), { cause: error });
      return data;
    });
  };
}

const NEEDS_SECRET_KEY =
  'Templates need the secret key of your Supabase project here: start the agent with --supabase-secret-key.';
const couldNotList = (reason: string) => `Supabase could not list the templates: ${reason}`;
