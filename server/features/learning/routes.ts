import type { FastifyRequest } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import { learningApi } from '../../../shared/api/learning.ts';
import { AppError } from '../../errors.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';
import { readLearning } from './learned.ts';

const NO_CLIENT = 'Learning needs an account, or the secret key of your Supabase project.';
const NO_SETTINGS = 'There are no settings yet. Open Settings once, then try again.';

export type LearningRoutesDeps = {
  clientFor(request: FastifyRequest): Client | null;
  now?: (() => Temporal.Instant) | undefined;
};

/** The routes for what was learned from published posts, and for how it is used. */
export function learningRoutes({ clientFor, now = Temporal.Now.instant }: LearningRoutesDeps): Routes {
  const clientOf = (request: FastifyRequest) => {
    const client = clientFor(request);
    if (!client) throw new AppError('unavailable', NO_CLIENT);
    return client;
  };
  return routesOf(learningApi, {
    getLearning: (request) => readLearning(clientOf(request), { now: now(), account: request.query.account ?? null }),
    setLearning: async (request) => {
      const { mode } = request.body;
      const changed = clientOf(request).from('app_settings').update({ learning: mode }).not('id', 'is', null);
      const { data, error } = await changed.select('learning');
      if (error) throw couldNot('save the setting', error);
      if (data.length === 0) throw new AppError('conflict', NO_SETTINGS);
      return { mode };
    },
  });
}
