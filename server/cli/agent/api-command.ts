import type { Command } from 'commander';
import type { Api } from '../../agent-client/api.ts';
import { configOf, withWorkspaceOptions } from '../config/config-options.ts';
import { CommandFailed } from '../terminal/exit-code.ts';
import { printJson, type Terminal } from '../terminal/terminal.ts';
import { withApi } from './workspace.ts';

/** How a command calls the agent API and prints the answer. `Given` is the tuple of its arguments and options. */
type Asking<Given extends unknown[], Answer> = {
  ask(api: Api, ...given: Given): Promise<Answer>;
  /** Throws if the arguments are invalid, before a workspace is opened. */
  check?(...given: Given): void;
  /** Prints the answer as text, without --json. */
  tell(answer: Answer, ...given: Given): void | Promise<void>;
  /** The value that --json prints, if not the answer itself. */
  json?(answer: Answer, ...given: Given): unknown;
  /** Whether the exit code is 1. */
  hasFailed?(answer: Answer): boolean;
};

/** Gives a command an action that calls the agent API and prints the answer, and adds the workspace options. */
export function apiCommand<Given extends unknown[], Answer>(
  command: Command,
  terminal: Terminal,
  { ask, check, tell, json, hasFailed }: Asking<Given, Answer>,
): void {
  withWorkspaceOptions(command).action(async (...all: unknown[]) => {
    const given = all.slice(0, -1) as Given;
    const config = configOf(command);
    check?.(...given);
    const answer = await withApi(fullName(command), config, terminal, (api) => ask(api, ...given));
    if (config.json) printJson(terminal, json ? json(answer, ...given) : answer);
    else await tell(answer, ...given);
    if (hasFailed?.(answer)) throw new CommandFailed();
  });
}

/** The command with its parents but without the program's name, such as `mcp tokens list`. */
function fullName(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${fullName(parent)} ${command.name()}` : command.name();
}
