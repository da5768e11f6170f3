import { AppError } from '../errors.ts';
import type { Routes } from '../http/zod-compiler.ts';

/** Where a running agent answers messages of the Model Context Protocol. */
export const MCP_PATH = '/mcp';

/** The largest message: a file of add_media in base64, and what is said of it. */
const BODY_MAX_BYTES = 9_000_000;

export type McpRoutesDeps = { agentToken: string; version: string; port: number };

/**
 * POST /mcp: the Model Context Protocol over streamable HTTP
 * (https://modelcontextprotocol.io/specification/2025-06-18/basic/transports#streamable-http), for the agent token
 * alone. Without sessions: each message stands for itself, and nothing is kept between two, so GET and DELETE answer
 * 405. The server is loaded when it is first asked.
 */
export function mcpRoutes({ agentToken, version, port }: McpRoutesDeps): Routes {
  const config = { access: 'agent' } as const;
  return (api) => {
    api.post(MCP_PATH, { config, bodyLimit: BODY_MAX_BYTES }, async (request, reply) => {
      const { answerMessage } = await import('./http.ts');
      const response = await answerMessage(request, {
        app: api,
        agentToken,
        version,
        // The guard lets this machine's name with the port pass on which the message came.
        port: request.socket.localPort ?? port,
      });
      return reply.send(response);
    });
    api.route({
      method: ['GET', 'DELETE'],
      url: MCP_PATH,
      config,
      handler: async (_request, reply) => {
        reply.header('allow', 'POST');
        throw new AppError('method_not_allowed', ONLY_POST);
      },
    });
  };
}

const ONLY_POST = 'There are no sessions or streams here: send each message with POST.';
