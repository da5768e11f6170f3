import {
  MCP_TOKENS_PATH,
  madeMcpTokenSchema,
  mcpTokenListSchema,
  mcpTokenParamsSchema,
  newMcpTokenSchema,
} from '../../shared/agent/mcp-tokens.ts';
import { OWNER_ACCESS } from '../http/authentication.ts';
import type { Routes } from '../http/zod-compiler.ts';
import type { McpTokens } from './tokens.ts';

/**
 * The tokens of assistants, for the owner and the agent token: GET and POST /api/mcp/tokens, DELETE /api/mcp/tokens/:id.
 * 409 for a name in use, 404 for a token that is not there.
 */
export function mcpTokenRoutes(tokens: McpTokens): Routes {
  const config = OWNER_ACCESS;
  return (api) => {
    api.get(MCP_TOKENS_PATH, { config, schema: { response: { 200: mcpTokenListSchema } } }, () => tokens.list());

    api.post(
      MCP_TOKENS_PATH,
      { config, schema: { body: newMcpTokenSchema, response: { 201: madeMcpTokenSchema } } },
      async ({ body }, reply) => reply.code(201).send(await tokens.add(body)),
    );

    api.delete(
      `${MCP_TOKENS_PATH}/:id`,
      { config, schema: { params: mcpTokenParamsSchema } },
      async ({ params }, reply) => {
        await tokens.revoke(params.id);
        return reply.code(204).send();
      },
    );
  };
}
