import type { FastifyContextConfig } from 'fastify';
import type { z } from 'zod';
import type { Api } from '../http/zod-compiler.ts';

const OPENAPI_PATH = '/api/openapi.json';
/** The rest of the server is the web interface, and Supabase, which has a description of its own. */
const AGENT_API = /^\/(?:api\/|config\.json$)/;

type Access = NonNullable<FastifyContextConfig['access']> | 'member';

/** A route as Fastify has it. */
export type SeenRoute = {
  method: string;
  /** With `:name` and `*` for its parameters. */
  path: string;
  access: Access;
  schema: {
    body?: z.ZodType;
    params?: z.ZodType;
    querystring?: z.ZodType;
    response?: { readonly [status: string]: z.ZodType };
  };
};

/**
 * GET /api/openapi.json: the agent API as an OpenAPI 3.1 document, made from the routes that are registered on `api` from
 * now on. Open, since importers of such documents ask without a token, and it holds nothing but what the source code
 * says. Built when it is first asked for, so that a start costs nothing.
 */
export function describeApi(api: Api, version: string): void {
  const routes: SeenRoute[] = [];
  api.addHook('onRoute', ({ method, url, schema, config }) => {
    if (!AGENT_API.test(url)) return;
    for (const one of [method].flat()) {
      // Fastify adds the HEAD of every GET by itself.
      if (one === 'HEAD') continue;
      const { access = 'member' } = config ?? {};
      routes.push({ method: one, path: url, access, schema: (schema ?? {}) as SeenRoute['schema'] });
    }
  });
  let document: Promise<object> | undefined;
  api.get(OPENAPI_PATH, { config: { access: 'open' } }, async (request, reply) => {
    document ??= import('./document.ts').then(({ buildDocument }) => buildDocument(routes, version));
    // The guard has made sure that the Host names this machine with our port.
    const servers = [{ url: `http://${request.headers.host}` }];
    return reply.type('application/json; charset=utf-8').send({ ...(await document), servers });
  });
}
