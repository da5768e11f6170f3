import { descriptionApi } from '../../shared/api/agent.ts';
import { routesOf } from '../http/operations.ts';
import type { Routes } from '../http/zod-compiler.ts';

/**
 * The agent API as an OpenAPI 3.1 document. Open, since importers of such documents ask without a token, and it holds
 * nothing but what the source code says. Built when it is first asked for, so that a start costs nothing.
 */
export function descriptionRoutes(version: string): Routes {
  let document: Promise<object> | undefined;
  return routesOf(descriptionApi, {
    getApiDescription: async (request, reply) => {
      document ??= import('./document.ts').then(({ buildDocument }) => buildDocument(version));
      // The guard has made sure that the Host names this machine with our port.
      const servers = [{ url: `http://${request.headers.host}` }];
      return reply.type('application/json; charset=utf-8').send({ ...(await document), servers });
    },
  });
}
