import { descriptionApi } from '../../shared/api/agent.ts';
import { routesOf } from '../http/operations.ts';
import type { Routes } from '../http/zod-compiler.ts';

/**
 * The agent API as an OpenAPI 3.1 document. Open, since importers send no token and it contains nothing beyond the
 * source code. Built on first request, so that it does not slow the start down.
 */
export function descriptionRoutes(version: string): Routes {
  let document: Promise<object> | undefined;
  return routesOf(descriptionApi, {
    getApiDescription: async (request, reply) => {
      document ??= import('./document.ts').then(({ buildDocument }) => buildDocument(version));
      // The guard has checked that the Host names this machine and port.
      const servers = [{ url: `http://${request.headers.host}` }];
      return reply.type('application/json; charset=utf-8').send({ ...(await document), servers });
    },
  });
}
