import { type Command, InvalidArgumentError } from 'commander';
import { MCP_SCOPES, type McpScope, mcpScopesSchema } from '../../../shared/agent/mcp-tokens.ts';
import { mcpTokenApi } from '../../../shared/api/agent.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { AppError } from '../../errors.ts';
import { apiCommand } from '../agent/api-command.ts';
import { localTime } from '../terminal/local-time.ts';
import { note, print, printTable, type Terminal } from '../terminal/terminal.ts';

/** `--scope read,draft`: which tools an assistant may use. */
export function addScopeOption(command: Command): Command {
  return command.option('--scope <scopes>', `what it may do: ${MCP_SCOPES.join(', ')}; separated by commas`, scopesOf);
}

function scopesOf(given: string): McpScope[] {
  const { data } = mcpScopesSchema.safeParse(given.split(',').map((scope) => scope.trim()));
  if (!data) throw new InvalidArgumentError(`Give some of ${MCP_SCOPES.join(', ')}, separated by commas.`);
  return data;
}

/** `mcp tokens add | list | revoke`: tokens for assistants that use the running agent over HTTP. */
export function addMcpTokenCommands(mcp: Command, terminal: Terminal): void {
  const tokens = mcp.command('tokens').description('manage the tokens of assistants that use /mcp of a running agent');

  const add = tokens.command('add <name>').description('create a token; it is shown once');
  apiCommand(addScopeOption(add), terminal, {
    ask: (api: Api, name: string, { scope = ['read'] }: { scope?: McpScope[] }) =>
      call(api, mcpTokenApi.addMcpToken, { body: { name, scopes: scope } }),
    tell({ token }) {
      print(terminal, token);
      note(terminal, MCP_TOKEN_ONCE);
    },
  });

  apiCommand(tokens.command('list').description('list the tokens'), terminal, {
    ask: listTokens,
    tell(list) {
      if (list.length === 0) return note(terminal, NO_MCP_TOKENS);
      const rows = list.map(({ name, scopes, createdAt, lastUsedAt }) => [
        name,
        scopes.join(', '),
        localTime(createdAt),
        localTime(lastUsedAt),
      ]);
      printTable(terminal, ['NAME', 'SCOPES', 'CREATED', 'LAST USED'], rows);
    },
  });

  apiCommand(tokens.command('revoke <name>').description('revoke a token at once, by its name or id'), terminal, {
    async ask(api: Api, wanted: string) {
      const found = (await listTokens(api)).find(({ id, name }) => id === wanted || name === wanted);
      if (!found) throw new AppError('not_found', noSuchMcpToken(wanted));
      await call(api, mcpTokenApi.revokeMcpToken, { params: { id: found.id } });
      return found;
    },
    tell: ({ name }) => print(terminal, revokedMcpToken(name)),
  });
}

async function listTokens(api: Api) {
  return call(api, mcpTokenApi.listMcpTokens);
}

const MCP_TOKEN_ONCE =
  'Give it to the assistant as "Authorization: Bearer <token>" for the address /mcp of the agent. It is not shown again.';
const NO_MCP_TOKENS = 'No tokens yet. Create one with `local-agent mcp tokens add <name> --scope read,draft`.';
const noSuchMcpToken = (wanted: string) =>
  `There is no token named ${wanted}. \`local-agent mcp tokens list\` shows the tokens.`;
const revokedMcpToken = (name: string) => `Revoked ${name}. It no longer works.`;
