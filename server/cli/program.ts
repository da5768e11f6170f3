import { Command } from 'commander';
import { version } from '../../package.json';
import { addAccountSessionCommands } from './account-sessions.ts';
import { addAccountsCommand } from './accounts.ts';
import { addBrowserCommand } from './browser.ts';
import { addConfigCommand } from './config.ts';
import { addDoctorCommand } from './doctor.ts';
import { addGenerateCommand } from './generate.ts';
import { addJobsCommand } from './jobs.ts';
import { addPostsCommand } from './posts.ts';
import { addScriptRunCommand } from './script-run.ts';
import { addScriptsCommand } from './scripts.ts';
import { addStartCommand } from './start.ts';
import { addStatusCommands } from './status.ts';
import type { Terminal } from './terminal.ts';
import { addTokenCommand } from './token.ts';
import { addUsersCommand } from './users.ts';
import { addWarmupCommand } from './warmup.ts';

const DESCRIPTION = `Make, schedule and publish social media posts with AI from your own machine.

Begin with \`local-agent start\`: it opens the app in your browser and lets you create your account.`;

const NOTES = `
Every option can also be set in the environment (--data-dir is LOCAL_AGENT_DATA_DIR) or in config.json
in the data directory ("dataDir"). An option beats the environment, the environment beats the file.

Examples:
  $ local-agent start                      start on http://127.0.0.1:3001 and open the browser
  $ local-agent start --port 8080 --no-open
  $ printf %s "$PASSWORD" | local-agent users add me@example.com --password-stdin
  $ local-agent generate && local-agent posts list
  $ local-agent generate --dry-run         what the autopilot would make in the coming week, and why
  $ local-agent scripts pull ./scripts     edit them in your own editor, then push
  $ local-agent warmup IG_Main             8 to 15 quiet minutes on Instagram`;

/** The whole command line: parsing it runs a command on `terminal`. Wrong usage throws CommanderError after telling stderr. */
export function buildProgram(terminal: Terminal): Command {
  const program = new Command('local-agent')
    .description(DESCRIPTION)
    .version(version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .showHelpAfterError('Try `local-agent --help`.')
    .addHelpText('after', NOTES)
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
    })
    .exitOverride();
  addStartCommand(program, terminal);
  addStatusCommands(program, terminal);
  addUsersCommand(program, terminal);
  addGenerateCommand(program, terminal);
  addPostsCommand(program, terminal);
  addJobsCommand(program, terminal);
  addScriptRunCommand(addScriptsCommand(program, terminal), terminal);
  addAccountSessionCommands(addAccountsCommand(program, terminal), terminal);
  addWarmupCommand(program, terminal);
  addConfigCommand(program, terminal);
  addTokenCommand(program, terminal);
  addDoctorCommand(program, terminal);
  addBrowserCommand(program, terminal);
  return program;
}
