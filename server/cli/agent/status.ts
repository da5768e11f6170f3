import type { Command } from 'commander';
import { findHolder, stopHolder } from '../../directories/agent-lock.ts';
import { configOf, withWorkspaceOptions } from '../config/config-options.ts';
import { isBusy, isRunning, notRunning, stopped } from '../messages.ts';
import { CommandFailed } from '../terminal/exit-code.ts';
import { note, print, printJson, type Terminal } from '../terminal/terminal.ts';

/**
 * `status` says whether an agent runs on the data directory (exit code 1 when none does); `stop` ends it and waits
 * until it is gone.
 */
export function addStatusCommands(program: Command, terminal: Terminal): void {
  withWorkspaceOptions(program.command('status').description('say whether the agent runs, and where')).action(
    async (_options: object, command: Command) => {
      const { dataDir, json } = configOf(command);
      const holder = await findHolder(dataDir);
      if (json) printJson(terminal, { running: holder?.url != null, dataDir, ...holder });
      else if (!holder) note(terminal, notRunning(dataDir));
      else print(terminal, holder.url === null ? isBusy(holder) : isRunning({ ...holder, url: holder.url }));
      if (!holder?.url) throw new CommandFailed();
    },
  );

  withWorkspaceOptions(program.command('stop').description('end the running agent')).action(
    async (_options: object, command: Command) => {
      const { dataDir, json } = configOf(command);
      const holder = await stopHolder(dataDir);
      if (json) printJson(terminal, { stopped: holder !== null, dataDir, ...holder });
      else if (holder) print(terminal, stopped(holder));
      else note(terminal, notRunning(dataDir));
    },
  );
}
