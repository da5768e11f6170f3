import type { FastifyBaseLogger } from 'fastify';
import { logLevelSchema } from '../../../shared/agent/logs.ts';
import { logApi } from '../../../shared/api/agent.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';

/** From which level on the running agent writes its log. */
export function logRoutes(log: FastifyBaseLogger): Routes {
  const state = () => ({ level: logLevelSchema.parse(log.level) });
  return routesOf(logApi, {
    getLogLevel: state,
    setLogLevel: ({ body }) => {
      log.level = body.level;
      return state();
    },
  });
}
