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
  /** A client with the caller's rights; null if there is none. */
  clientFor(request: FastifyRequest): Client | null;
  now?: (() => Temporal.Instant) | undefined;
};

/** Starts, changes and stops series. 404 for an unknown post or series, 409 if it already repeats or no longer does. */
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
