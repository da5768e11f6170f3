import { MCP_SCOPES } from '../../shared/agent/mcp-tokens.ts';
import { AppError } from '../errors.ts';
import type { Routes } from '../http/zod-compiler.ts';
import type { McpTokens } from './tokens.ts';

/** The path at which the running agent serves the Model Context Protocol. */
export const MCP_PATH = '/mcp';

/** Limit for a message: the largest file of add_media in base64, with its other fields. */
const BODY_MAX_BYTES = 9_000_000;

export type McpRoutesDeps = {
  agentToken: string;
  mcpTokens: Pick<McpTokens, 'onRevoked'>;
  version: string;
  port: number;
};

/**
 * POST /mcp: the Model Context Protocol over streamable HTTP
 * (https://modelcontextprotocol.io/specification/2025-06-18/basic/transports#streamable-http), for the agent token,
 * which may do everything, and for assistants' tokens with their scopes. Stateless: there are no sessions, so GET and
 * DELETE answer 405. The server is loaded on first use.
 */
export function mcpRoutes({ agentToken, mcpTokens, version, port }: McpRoutesDeps): Routes {
  const config = { access: 'mcp' } as const;
  return (api) => {
    api.post(MCP_PATH, { config, bodyLimit: BODY_MAX_BYTES }, async (request, reply) => {
      const { answerMessage } = await import('./http.ts');
      const { caller } = request;
      const token = caller?.kind === 'assistant' ? caller.token : null;
      const revocation = new AbortController();
      const unfollow = token && mcpTokens.onRevoked(token.id, () => revocation.abort());
      if (unfollow) reply.raw.once('close', unfollow);
      const response = await answerMessage(request, {
        scopes: token?.scopes ?? MCP_SCOPES,
        revoked: revocation.signal,
        app: api,
        agentToken,
        version,
        // The local-only guard expects a Host header with the port at which the message arrived.
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
