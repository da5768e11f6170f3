import type { Command } from 'commander';
import { lockDataDirectory } from '../../data-directory/agent-lock.ts';
import { prepareDataDirectory } from '../../data-directory/data-directory.ts';
import { loadAgentToken } from '../../http/agent-token.ts';
import { configOf, withWorkspaceOptions } from '../config/config-options.ts';
import { print, printJson, type Terminal } from '../terminal/terminal.ts';

/** `token` prints the agent token, creating it if the workspace has none. */
export function addTokenCommand(program: Command, terminal: Terminal): void {
  withWorkspaceOptions(
    program.command('token').description('print the token that lets your own tools call the agent API'),
  ).action(async (_options: object, command: Command) => {
    const { dataDir, json, version } = configOf(command);
    await prepareDataDirectory(dataDir);
    // Under the lock, so that a concurrent start does not create another one.
    const { lock } = await lockDataDirectory(dataDir, { command: 'token', version });
    const token = await loadAgentToken(dataDir).finally(() => lock?.release());
    if (json) printJson(terminal, { token });
    else print(terminal, token);
  });
}
