import type { FastifyRequest } from 'fastify';
import { memoryApi } from '../../../shared/api/memory.ts';
import { AppError } from '../../errors.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Client } from '../../supabase/connection.ts';
import { findPosted, findSimilar } from './store.ts';

const NO_CLIENT = 'Searching posts needs an account, or the secret key of your Supabase project.';

/** The routes that search earlier posts, for the composer, the search, the terminal and assistants. */
export function memoryRoutes({ clientFor }: { clientFor(request: FastifyRequest): Client | null }): Routes {
  const clientOf = (request: FastifyRequest) => {
    const client = clientFor(request);
    if (!client) throw new AppError('unavailable', NO_CLIENT);
    return client;
  };
  return routesOf(memoryApi, {
    findPosted: (request) => findPosted(clientOf(request), request.query),
    findSimilar: (request) => findSimilar(clientOf(request), request.body),
  });
}
