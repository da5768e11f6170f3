import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { uiConfigApi } from '../shared/api/agent.ts';
import { AppError } from './errors.ts';
import { authenticate } from './http/authentication.ts';
import { allowOrigins } from './http/cross-origin.ts';
import { answerError, answerUnreadable } from './http/error-answers.ts';
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
import type { DatabaseClock } from './supabase/database-clock.ts';
import { isReadableJson, TOO_MANY_VALUES } from './system/json-shape.ts';

/** Largest body of the agent API: a 1 MB script, escaped as JSON. */
const BODY_MAX_BYTES = 1.5 * 1024 * 1024;
/** Longest path parameter: an email address with every character escaped. */
const PARAM_MAX_CHARS = 3 * 254;
/** How long a client may take to send a request: 200 MB over slow Wi-Fi. */
const REQUEST_TIMEOUT_MS = 10 * 60_000;

export type AppDeps = Omit<LocalOnlyRules, 'port'> & {
  connection: SupabaseConnection;
  agentToken: string;
  clock: Pick<DatabaseClock, 'now'>;
  version: string;
  /** The requested port. Once the server listens, the actual port is used. */
  port: number;
  logger: FastifyBaseLogger;
  /** The folder of the built UI. */
  uiDir: string;
  mcpTokens: McpTokens;
  features: readonly Routes[];
};

/**
 * The agent's HTTP server, not listening yet: the local-only guard, then CORS for allowed origins, then the agent API
 * (/api, /config.json), the embedded Supabase if there is one, and the UI. `inject` passes the same checks; set the
 * Host `127.0.0.1:<port>`.
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
    // A URL that cannot be routed skips the hooks, so the guard is called here, too.
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, request, reply) => answerError(refusal(request, rules) ?? error, request, reply),
  });
  app.server.once('listening', () => {
    const address = app.server.address();
    if (typeof address === 'object' && address) port = address.port;
  });
  // Node would answer 417 before the guard runs. Unknown expectations may be ignored (RFC 9110).
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
      time: new Date(deps.clock.now().epochMilliseconds).toISOString(),
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

/** Makes the app refuse JSON bodies with too many values (system/json-shape.ts): AppError too_large. */
function parseBoundedJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (isReadableJson(text)) void parse(request, text, done);
    else done(new AppError('too_large', TOO_MANY_VALUES));
  });
}
