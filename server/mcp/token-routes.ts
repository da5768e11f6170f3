import { mcpTokenApi } from '../../shared/api/agent.ts';
import { routesOf } from '../http/operations.ts';
import type { Routes } from '../http/zod-compiler.ts';
import type { McpTokens } from './tokens.ts';

/** The tokens of assistants. 409 for a name in use, 404 for a token that is not there. */
export function mcpTokenRoutes(tokens: McpTokens): Routes {
  return routesOf(mcpTokenApi, {
    listMcpTokens: () => tokens.list(),
    addMcpToken: ({ body }) => tokens.add(body),
    revokeMcpToken: ({ params }) => tokens.revoke(params.id),
  });
}
