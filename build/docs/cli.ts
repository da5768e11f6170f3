import { Command, type Option } from 'commander';
import { withWorkspaceOptions } from '../../server/cli/config/config-options.ts';
import { buildProgram } from '../../server/cli/program.ts';
import type { Terminal } from '../../server/cli/terminal/terminal.ts';
import { generated, page, sentence, table, wrap } from './markdown.ts';

const NO_TERMINAL: Terminal = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  ending: new AbortController().signal,
};

const INTRO = `Commands on the workspace work whether or not the agent runs: they ask the running one, or open the workspace
themselves. Passwords and keys are asked for or read from standard input, never taken as arguments:`;

const EXIT_CODES = [
  ['0', 'done'],
  ['1', 'failed; one line on stderr says why and what to do'],
  ['2', 'the command line is wrong'],
  ['124', 'a script ran out of time'],
  ['130', 'interrupted'],
];

/** docs/reference/cli.md: every command with its arguments and options, from the program's own definitions. */
export async function cliPage(): Promise<string> {
  const program = await buildProgram(NO_TERMINAL, []);
  const shared = withWorkspaceOptions(new Command()).options;
  const commands = program.commands.flatMap(leaves);
  const examples = 'printf %s "$PASSWORD" | local-agent users add me@example.com --password-stdin';
  return page(
    generated('server/cli'),
    '# Commands',
    INTRO,
    `\`\`\`sh\n${examples}\n\`\`\``,
    table(
      ['command', 'what it does'],
      commands.map((command) => [`[\`${nameOf(command)}\`](#${anchor(command)})`, command.description()]),
    ),
    '## Options of every command',
    'Most commands take these; [configuration](configuration.md) has the variables and settings behind them.',
    optionTable(shared),
    '## Exit codes',
    table(['code', 'meaning'], EXIT_CODES),
    ...commands.flatMap((command) => section(command, shared)),
  );
}

/** The commands that can be run, in the order of the help. Groups, which only contain commands, have no options. */
function leaves(command: Command): Command[] {
  const isGroup = command.commands.length > 0 && command.options.length === 0;
  return [...(isGroup ? [] : [command]), ...command.commands.flatMap(leaves)];
}

function nameOf(command: Command): string {
  return command.parent?.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
}

function anchor(command: Command): string {
  return nameOf(command).replaceAll(' ', '-');
}

function section(command: Command, shared: readonly Option[]): string[] {
  const isShared = ({ flags }: Option) => shared.some((option) => option.flags === flags);
  const takesShared = shared.every(({ flags }) => command.options.some((option) => option.flags === flags));
  const own = takesShared ? command.options.filter((option) => !isShared(option)) : command.options;
  const listed = own.filter(({ hidden }) => !hidden);
  const described = command.registeredArguments.filter(({ description }) => description);
  return [
    `## ${nameOf(command)}`,
    wrap(sentence(command.description())),
    `\`\`\`sh\nlocal-agent ${nameOf(command)} ${command.usage()}\n\`\`\``,
    described.length > 0
      ? table(
          ['argument', 'what it is'],
          described.map((argument) => [`\`${argument.name()}\``, argument.description]),
        )
      : '',
    listed.length > 0 ? optionTable(listed) : '',
  ];
}

function optionTable(options: readonly Option[]): string {
  return table(
    ['option', 'what it does'],
    options.map(({ flags, description, argChoices, mandatory }) => [
      `\`${flags}\``,
      [description, argChoices && `one of ${argChoices.join(', ')}`, mandatory && 'required']
        .filter(Boolean)
        .join('; '),
    ]),
  );
}
