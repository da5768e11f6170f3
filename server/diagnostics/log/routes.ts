import type { FastifyBaseLogger } from 'fastify';
import { LOG_LEVEL_PATH, logLevelSchema, logStateSchema } from '../../../shared/agent/logs.ts';
import { OWNER_ACCESS } from '../../http/authentication.ts';
import type { Routes } from '../../http/zod-compiler.ts';

/** GET and PUT /api/log-level: the running agent's log level. */
export function logRoutes(log: FastifyBaseLogger): Routes {
  const state = () => ({ level: logLevelSchema.parse(log.level) });
  return (api) => {
    api.get(LOG_LEVEL_PATH, { schema: { response: { 200: logStateSchema } } }, async () => state());
    api.put(
      LOG_LEVEL_PATH,
      { config: OWNER_ACCESS, schema: { body: logStateSchema, response: { 200: logStateSchema } } },
      async ({ body }) => {
        log.level = body.level;
        return state();
      },
    );
  };
}
