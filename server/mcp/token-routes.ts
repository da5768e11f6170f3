import { mcpTokenApi } from '../../shared/api/agent.ts';
import { routesOf } from '../http/operations.ts';
import type { Routes } from '../http/zod-compiler.ts';
import type { McpTokens } from './tokens.ts';

/** The routes of assistants' tokens. 409 for a name in use, 404 for an unknown token. */
export function mcpTokenRoutes(tokens: McpTokens): Routes {
  return routesOf(mcpTokenApi, {
    listMcpTokens: () => tokens.list(),
    addMcpToken: ({ body }) => tokens.add(body),
    revokeMcpToken: ({ params }) => tokens.revoke(params.id),
  });
}
