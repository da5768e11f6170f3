import type { OperationGroup } from '../openapi/operation.ts';

export const mcpTokenOperations: OperationGroup = {
  tag: 'Assistants',
  about: 'The tokens with which assistants use `/mcp`, each with the scopes that it was given.',
  operations: {
    'GET /api/mcp/tokens': { id: 'listMcpTokens', summary: 'List the tokens of assistants' },
    'POST /api/mcp/tokens': {
      id: 'addMcpToken',
      summary: 'Make a token for an assistant',
      description:
        'With the scopes `read` (always), `draft` (write drafts and add media), `publish` (decide what goes out and when) and `run` (run saved scripts). The token is in this answer and in no other.',
      errors: [409],
    },
    'DELETE /api/mcp/tokens/:id': {
      id: 'revokeMcpToken',
      summary: 'Revoke a token of an assistant',
      description: 'It stops working at once, and what is under way with it ends.',
      errors: [404],
    },
  },
};
