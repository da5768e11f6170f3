import { z } from 'zod';

/**
 * The permissions of an assistant's Model Context Protocol token: read (always), write drafts, publish and schedule,
 * run saved scripts.
 */
export const MCP_SCOPES = ['read', 'draft', 'publish', 'run'] as const;
export const mcpScopeSchema = z.enum(MCP_SCOPES, 'expected read, draft, publish or run');
export type McpScope = z.infer<typeof mcpScopeSchema>;

/** In the order of MCP_SCOPES, without duplicates, always with `read`, which all other scopes need. */
export const mcpScopesSchema = z
  .array(mcpScopeSchema)
  .max(MCP_SCOPES.length)
  .transform((named) => MCP_SCOPES.filter((scope) => scope === 'read' || named.includes(scope)));

/** A token without its text. Times are ISO 8601; `lastUsedAt` is stored to the minute. */
export const mcpTokenSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(mcpScopeSchema),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
});
export type McpToken = z.infer<typeof mcpTokenSchema>;
export const mcpTokenListSchema = z.array(mcpTokenSchema);

export const newMcpTokenSchema = z.object({
  name: z.string('the name is missing').trim().min(1, 'the name is empty').max(60, 'a name has at most 60 characters'),
  scopes: mcpScopesSchema,
});
export type NewMcpToken = z.input<typeof newMcpTokenSchema>;

/** The answer to POST, the only one that includes the token's text. */
export const madeMcpTokenSchema = mcpTokenSchema.extend({ token: z.string() });

export const mcpTokenParamsSchema = z.object({ id: z.uuid('expected the id of a token') });
