import type { FastifyRequest } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import { POST_SERIES_PATH, seriesAnswerSchema, seriesRequestSchema } from '../../../shared/posts/series.ts';
import { AppError } from '../../errors.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Client } from '../../supabase/connection.ts';
import { NEEDS_SECRET_KEY } from './messages.ts';
import { startSeries } from './series.ts';

export type SeriesDeps = {
  /** With the caller's rights; null when there is no such client. */
  clientFor(request: FastifyRequest): Client | null;
  now?: (() => Temporal.Instant) | undefined;
};

/** POST /api/posts/series makes a post repeat. 404 for an unknown post, 409 if it already repeats. */
export function seriesRoutes({ clientFor, now = Temporal.Now.instant }: SeriesDeps): Routes {
  return (api) => {
    api.post(
      POST_SERIES_PATH,
      { schema: { body: seriesRequestSchema, response: { 200: seriesAnswerSchema } } },
      async (request) => {
        const client = clientFor(request);
        if (!client) throw new AppError('unavailable', NEEDS_SECRET_KEY);
        return { made: await startSeries(client, request.body, now()) };
      },
    );
  };
}
