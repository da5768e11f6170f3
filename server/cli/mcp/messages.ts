export const MCP_TOKEN_ONCE =
  'Give it to the assistant as "Authorization: Bearer <token>" for the address /mcp of the agent. It is not shown again.';
export const NO_MCP_TOKENS = 'No tokens yet. Make one with `local-agent mcp tokens add <name> --scope read,draft`.';
export const noSuchMcpToken = (wanted: string) =>
  `There is no token named ${wanted}. \`local-agent mcp tokens list\` shows the tokens.`;
export const revokedMcpToken = (name: string) => `Revoked ${name}. It no longer works.`;
