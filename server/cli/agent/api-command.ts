import type { Command } from 'commander';
import type { Api } from '../../agent-client/api.ts';
import { configOf, withWorkspaceOptions } from '../config/config-options.ts';
import { CommandFailed } from '../terminal/exit-code.ts';
import { printJson, type Terminal } from '../terminal/terminal.ts';
import { withApi } from './workspace.ts';

/** What a command asks of the agent API, and how it prints the answer. `Given` are its arguments and its options. */
type Asking<Given extends unknown[], Answer> = {
  ask(api: Api, ...given: Given): Promise<Answer>;
  /** Throws where what was given is wrong, before a workspace is opened. */
  check?(...given: Given): void;
  /** Prints the answer for people. */
  tell(answer: Answer, ...given: Given): void | Promise<void>;
  /** What --json prints, where it is not the answer. */
  json?(answer: Answer, ...given: Given): unknown;
  /** Whether the exit code is 1. */
  hasFailed?(answer: Answer): boolean;
};

/** Makes a command one that asks the agent API and prints the answer. Adds the options of the workspace. */
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

/** Such as `mcp tokens list`: without the name of the program. */
function fullName(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${fullName(parent)} ${command.name()}` : command.name();
}
