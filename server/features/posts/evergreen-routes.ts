import type { FastifyRequest } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import { evergreenApi } from '../../../shared/api/memory.ts';
import { AppError } from '../../errors.ts';
import { connectionLost } from '../../http/event-stream.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Client } from '../../supabase/connection.ts';
import { type BringBackDeps, bringBack, listEvergreen } from './bring-back.ts';
import { NEEDS_SECRET_KEY } from './messages.ts';

export type EvergreenRoutesDeps = Omit<BringBackDeps, 'client' | 'now'> & {
  clientFor(request: FastifyRequest): Client | null;
  now?: BringBackDeps['now'] | undefined;
};

/** Lists posts that did well and have rested, and brings them back as drafts. */
export function evergreenRoutes({ clientFor, now = Temporal.Now.instant, ...deps }: EvergreenRoutesDeps): Routes {
  const able = (request: FastifyRequest): Client => {
    const client = clientFor(request);
    if (!client) throw new AppError('unavailable', NEEDS_SECRET_KEY);
    return client;
  };
  return routesOf(evergreenApi, {
    listEvergreen: (request) => listEvergreen(able(request), request.query),
    bringBack: (request, reply) =>
      bringBack(
        { ...deps, now, client: able(request) },
        { id: request.params.id, draft: request.body.id },
        AbortSignal.any([connectionLost(reply), request.server.stopping]),
      ),
  });
}
