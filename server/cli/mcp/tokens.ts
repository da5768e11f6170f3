import { type Command, InvalidArgumentError } from 'commander';
import { MCP_SCOPES, type McpScope, mcpScopesSchema, type NewMcpToken } from '../../../shared/agent/mcp-tokens.ts';
import { mcpTokenApi } from '../../../shared/api/agent.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { AppError } from '../../errors.ts';
import { withApi } from '../agent/workspace.ts';
import { configOf, withWorkspaceOptions } from '../config/config-options.ts';
import { localTime } from '../terminal/local-time.ts';
import { note, print, printJson, printTable, type Terminal } from '../terminal/terminal.ts';
import { MCP_TOKEN_ONCE, NO_MCP_TOKENS, noSuchMcpToken, revokedMcpToken } from './messages.ts';

/** `--scope read,draft`: an assistant's tools. */
export function addScopeOption(command: Command): Command {
  return command.option('--scope <scopes>', `what it may do: ${MCP_SCOPES.join(', ')}; several with commas`, scopesOf);
}

function scopesOf(given: string): McpScope[] {
  const { data } = mcpScopesSchema.safeParse(given.split(',').map((scope) => scope.trim()));
  if (!data) throw new InvalidArgumentError(`Give some of ${MCP_SCOPES.join(', ')}, separated by commas.`);
  return data;
}

/** `mcp tokens add | list | revoke`: tokens for assistants that use the running agent over HTTP. */
export function addMcpTokenCommands(mcp: Command, terminal: Terminal): void {
  const tokens = mcp.command('tokens').description('manage the tokens of assistants that use /mcp of a running agent');

  addScopeOption(
    withWorkspaceOptions(tokens.command('add <name>').description('make a token; it is shown once')),
  ).action(async (name: string, { scope = ['read'] }: { scope?: McpScope[] }, command: Command) => {
    const config = configOf(command);
    const body: NewMcpToken = { name, scopes: scope };
    const made = await withApi('mcp tokens add', config, terminal, async (api) =>
      call(api, mcpTokenApi.addMcpToken, { body }),
    );
    if (config.json) return printJson(terminal, made);
    print(terminal, made.token);
    note(terminal, MCP_TOKEN_ONCE);
  });

  withWorkspaceOptions(tokens.command('list').description('list the tokens')).action(
    async (_options: object, command: Command) => {
      const config = configOf(command);
      const list = await withApi('mcp tokens list', config, terminal, listTokens);
      if (config.json) return printJson(terminal, list);
      if (list.length === 0) return note(terminal, NO_MCP_TOKENS);
      const rows = list.map(({ name, scopes, createdAt, lastUsedAt }) => [
        name,
        scopes.join(', '),
        localTime(createdAt),
        localTime(lastUsedAt),
      ]);
      printTable(terminal, ['NAME', 'SCOPES', 'MADE', 'LAST USED'], rows);
    },
  );

  withWorkspaceOptions(tokens.command('revoke <name>').description('end a token at once; a name or an id')).action(
    async (wanted: string, _options: object, command: Command) => {
      const config = configOf(command);
      const revoked = await withApi('mcp tokens revoke', config, terminal, async (api) => {
        const found = (await listTokens(api)).find(({ id, name }) => id === wanted || name === wanted);
        if (!found) throw new AppError('not_found', noSuchMcpToken(wanted));
        await call(api, mcpTokenApi.revokeMcpToken, { params: { id: found.id } });
        return found;
      });
      if (config.json) printJson(terminal, revoked);
      else print(terminal, revokedMcpToken(revoked.name));
    },
  );
}

async function listTokens(api: Api) {
  return call(api, mcpTokenApi.listMcpTokens);
}
