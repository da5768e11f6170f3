import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { FastifyRequest } from 'fastify';
import type { McpScope } from '../../shared/agent/mcp-tokens.ts';
import { type InProcess, inProcessApi } from '../agent-client/api.ts';
import { createMcpServer } from './server.ts';

export type HttpDeps = InProcess & {
  version: string;
  port: number;
  scopes: readonly McpScope[];
  /** Aborted when the caller's token is revoked. */
  revoked: AbortSignal;
};

/**
 * Answers one message; a request is answered with JSON-RPC in an event stream. As the protocol requires, the work
 * continues if the client disconnects. If the agent stops, the work ends with an error; if the token is revoked, it
 * ends without one.
 */
export async function answerMessage(request: FastifyRequest, deps: HttpDeps): Promise<Response> {
  const api = inProcessApi(deps, deps.port);
  const server = createMcpServer({
    version: deps.version,
    scopes: deps.scopes,
    withReach: (work) => work({ api, isRunning: true }),
    onFault: (error) => request.log.error({ err: error }, 'a tool of the Model Context Protocol failed'),
  });
  const transport = new WebStandardStreamableHTTPServerTransport();
  await server.connect(transport);
  deps.revoked.addEventListener('abort', () => void server.close(), { once: true });
  return transport.handleRequest(webRequest(request), { parsedBody: request.body });
}

/** The parts of the request that the transport reads, besides the body. */
function webRequest({ method, url, headers }: FastifyRequest): Request {
  const entries = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Request(new URL(url, 'http://127.0.0.1'), { method, headers: entries });
}
