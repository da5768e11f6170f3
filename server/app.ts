import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { uiConfigApi } from '../shared/api/agent.ts';
import { authenticate } from './http/authentication.ts';
import { allowOrigins } from './http/cross-origin.ts';
import { answerError, answerUnreadable } from './http/error-answers.ts';
import { parseBoundedJson } from './http/json-shape.ts';
import { type LocalOnlyRules, refusal } from './http/local-only.ts';
import { routesOf } from './http/operations.ts';
import { securityHeaders } from './http/security-headers.ts';
import { endInTime } from './http/shutdown.ts';
import { mountSupabase } from './http/supabase-mount.ts';
import { serveUi } from './http/web-ui.ts';
import { type Routes, withZod } from './http/zod-compiler.ts';
import type { McpTokens } from './mcp/tokens.ts';
import { descriptionRoutes } from './openapi/route.ts';
import type { SupabaseConnection } from './supabase/connection.ts';

/** Largest body of the agent API: a script of 1 MB once JSON has escaped it. */
const BODY_MAX_BYTES = 1.5 * 1024 * 1024;
/** Longest path parameter: an e-mail address with each of its characters escaped. */
const PARAM_MAX_CHARS = 3 * 254;
/** How long a client may take to send a request: 200 MB over a slow wireless network. */
const REQUEST_TIMEOUT_MS = 10 * 60_000;

export type AppDeps = Omit<LocalOnlyRules, 'port'> & {
  connection: SupabaseConnection;
  agentToken: string;
  version: string;
  /** The port that was asked for; once the server listens, the one it has. */
  port: number;
  logger: FastifyBaseLogger;
  /** Where the built UI lies. */
  uiDir: string;
  mcpTokens: McpTokens;
  features: readonly Routes[];
};

/**
 * The agent's HTTP server, not listening yet: the local-only guard, then CORS for allowed origins, then the agent API
 * (/api, /config.json), the embedded Supabase where there is one, and the UI. `inject` goes through the same checks;
 * give it the Host `127.0.0.1:<port>`.
 */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { connection, version } = deps;
  let port = deps.port;
  const rules: LocalOnlyRules = { ...deps, port: () => port };
  const app: FastifyInstance = Fastify({
    loggerInstance: deps.logger,
    bodyLimit: BODY_MAX_BYTES,
    routerOptions: { maxParamLength: PARAM_MAX_CHARS },
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // An address that cannot even be routed skips the hooks; the guard judges it all the same.
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, request, reply) => answerError(refusal(request, rules) ?? error, request, reply),
  });
  app.server.once('listening', () => {
    const address = app.server.address();
    if (typeof address === 'object' && address) port = address.port;
  });
  // Node would answer 417 by itself, before the guard; an expectation that is not known may be ignored (RFC 9110).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.removeContentTypeParser('text/plain');
  parseBoundedJson(app);
  app.setErrorHandler(answerError);
  app.addHook('onRequest', securityHeaders(connection.url && new URL(connection.url).origin));
  app.addHook('onRequest', async (request) => {
    const problem = refusal(request, rules);
    if (problem) throw problem;
  });
  endInTime(app);
  await allowOrigins(app, deps.allowedOrigins);

  withZod(app);
  const configRoutes = routesOf(uiConfigApi, {
    getUiConfig: (request) => ({
      supabaseUrl: connection.url ?? `http://${request.headers.host}`,
      supabaseKey: connection.publishableKey,
      mode: connection.mode,
      version,
    }),
  });
  await app.register(async (guarded) => {
    guarded.decorateRequest('caller', null);
    guarded.addHook('onRequest', authenticate(deps));
    for (const routes of [configRoutes, descriptionRoutes(version), ...deps.features]) routes(guarded);
  });
  mountSupabase(app, connection, { shared: deps.allowedOrigins.length > 0 });
  await serveUi(app, deps.uiDir);
  return app;
}
