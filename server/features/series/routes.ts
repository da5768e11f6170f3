import type { FastifyRequest } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import { seriesApi } from '../../../shared/api/posts.ts';
import { AppError } from '../../errors.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Client } from '../../supabase/connection.ts';
import { NEEDS_SECRET_KEY } from './messages.ts';
import { changeSeries, listSeries, readSeries, startSeries, stopSeries } from './series.ts';

export type SeriesDeps = {
  /** With the caller's rights; null when there is no such client. */
  clientFor(request: FastifyRequest): Client | null;
  now?: (() => Temporal.Instant) | undefined;
};

/** Makes a post repeat, changes and stops that. 404 for no such post or series; 409 where it repeats already, or no more. */
export function seriesRoutes({ clientFor, now = Temporal.Now.instant }: SeriesDeps): Routes {
  const clientOf = (request: FastifyRequest) => {
    const client = clientFor(request);
    if (!client) throw new AppError('unavailable', NEEDS_SECRET_KEY);
    return client;
  };
  return routesOf(seriesApi, {
    listSeries: (request) => listSeries(clientOf(request)),
    repeatPost: async (request) => ({ made: await startSeries(clientOf(request), request.body, now()) }),
    getSeries: (request) => readSeries(clientOf(request), request.params.id),
    changeSeries: (request) => changeSeries(clientOf(request), request.params.id, request.body, now()),
    stopSeries: async (request) => ({ deleted: await stopSeries(clientOf(request), request.params.id) }),
  });
}
