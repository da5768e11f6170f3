import type { FastifyRequest } from 'fastify';
import { templateApi } from '../../../shared/api/projects.ts';
import { AppError } from '../../errors.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Client } from '../../supabase/connection.ts';

type TemplatesDeps = {
  /** With the caller's rights; null when there is no such client. */
  clientFor(request: FastifyRequest): Client | null;
};

/**
 * The content templates for the terminal and other tools (the UI asks Supabase itself). AppError unavailable when
 * Supabase does not answer.
 */
export function templatesRoutes({ clientFor }: TemplatesDeps): Routes {
  return routesOf(templateApi, {
    listTemplates: async (request) => {
      const client = clientFor(request);
      if (!client) throw new AppError('unavailable', NEEDS_SECRET_KEY);
      const { data, error } = await client
        .from('content_style_templates')
        .select('*')
        .order('day_of_week')
        .order('created_at');
      if (error) throw new AppError('unavailable', couldNotList(error.message), { cause: error });
      return data;
    },
  });
}

const NEEDS_SECRET_KEY =
  'Templates need the secret key of your Supabase project here: start the agent with --supabase-secret-key.';
const couldNotList = (reason: string) => `Supabase could not list the templates: ${reason}`;
