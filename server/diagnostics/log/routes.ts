import type { FastifyBaseLogger } from 'fastify';
import { logLevelSchema } from '../../../shared/agent/logs.ts';
import { logApi } from '../../../shared/api/agent.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';

/** Routes to read and change the log level of the running agent. */
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
