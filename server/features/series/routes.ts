import type { FastifyRequest } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import { seriesApi } from '../../../shared/api/posts.ts';
import { AppError } from '../../errors.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Client } from '../../supabase/connection.ts';
import { NEEDS_SECRET_KEY } from './messages.ts';
import { startSeries } from './series.ts';

export type SeriesDeps = {
  /** With the caller's rights; null when there is no such client. */
  clientFor(request: FastifyRequest): Client | null;
  now?: (() => Temporal.Instant) | undefined;
};

/** Makes a post repeat. 404 for no such post, 409 where it repeats already. */
export function seriesRoutes({ clientFor, now = Temporal.Now.instant }: SeriesDeps): Routes {
  return routesOf(seriesApi, {
    repeatPost: async (request) => {
      const client = clientFor(request);
      if (!client) throw new AppError('unavailable', NEEDS_SECRET_KEY);
      return { made: await startSeries(client, request.body, now()) };
    },
  });
}
