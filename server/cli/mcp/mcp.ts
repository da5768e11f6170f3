import { once } from 'node:events';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { Command } from 'commander';
import { MCP_SCOPES, type McpScope } from '../../../shared/agent/mcp-tokens.ts';
import { openApi } from '../agent/workspace.ts';
import { configOf, withWorkspaceOptions } from '../config/config-options.ts';
import { note, type Terminal } from '../terminal/terminal.ts';
import { type OnDemand, onDemand } from './on-demand.ts';
import { addMcpTokenCommands, addScopeOption } from './tokens.ts';

/** How long a workspace stays open in this process after a call: an assistant pauses for some seconds between calls. */
const IDLE_MS = 15_000;
/** How long calls may take to finish once the client has disconnected. */
const LAST_CALLS_MS = 3_000;

/**
 * `mcp` serves an assistant over the Model Context Protocol on standard input and output, until standard input ends.
 * Only the protocol is written to stdout.
 */
export function addMcpCommand(program: Command, terminal: Terminal): void {
  const mcp = withWorkspaceOptions(
    program
      .command('mcp')
      .description('serve assistants and editors over the Model Context Protocol, on standard input and output'),
  );
  addMcpTokenCommands(mcp, terminal);
  addScopeOption(mcp).action(async ({ scope }: { scope?: McpScope[] }, command: Command) => {
    const config = configOf(command);
    // Loaded only when serving, not for --help or other commands.
    const [{ StdioServerTransport }, { createMcpServer }] = await Promise.all([
      import('@modelcontextprotocol/sdk/server/stdio.js'),
      import('../../mcp/server.ts'),
    ]);
    const { stdin, stdout, ending } = terminal;
    const workspace = onDemand(() => openApi('mcp', config, terminal), IDLE_MS);
    const server = createMcpServer({
      version: config.version,
      scopes: scope ?? MCP_SCOPES,
      withReach: workspace.withReach,
      onFault: (error) => note(terminal, error instanceof Error ? String(error.stack) : String(error)),
    });
    const gone = Promise.race([once(stdin, 'end'), once(stdin, 'close')]).catch(() => undefined);
    await server.connect(new StdioServerTransport(stdin, stdout));
    await Promise.race([gone, ended(ending)]);
    // Requests received before standard input ended are still answered.
    if (!ending.aborted) await Promise.race([answered(workspace), delay(LAST_CALLS_MS), ended(ending)]);
    await server.close();
    await workspace.close();
    if (ending.aborted) throw ending.reason;
  });
}

/** The server starts a call one event loop turn after receiving it, and sends its answer one turn after it is done. */
async function answered(workspace: OnDemand): Promise<void> {
  await nextTurn();
  await workspace.settled();
  await nextTurn();
}

async function ended(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
