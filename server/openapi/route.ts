import { descriptionApi } from '../../shared/api/agent.ts';
import { routesOf } from '../http/operations.ts';
import type { Routes } from '../http/zod-compiler.ts';

/**
 * Serves the OpenAPI 3.1 document of the agent API. It needs no authentication, because importers send no token and it
 * reveals nothing beyond the source code. Built on the first request, so that it does not slow down the start.
 */
export function descriptionRoutes(version: string): Routes {
  let document: Promise<object> | undefined;
  return routesOf(descriptionApi, {
    getApiDescription: async (request, reply) => {
      document ??= import('./document.ts').then(({ buildDocument }) => buildDocument(version));
      // The local-only guard has checked that the Host header names this machine and port.
      const servers = [{ url: `http://${request.headers.host}` }];
      return reply.type('application/json; charset=utf-8').send({ ...(await document), servers });
    },
  });
}
