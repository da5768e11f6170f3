import { Command } from 'commander';
import { version } from '../../package.json';
import type { Terminal } from './terminal/terminal.ts';

type AddCommands = (program: Command, terminal: Terminal) => void;

/** The commands in the order of the help. Their code is imported on demand, since a command line uses only one. */
const COMMANDS: readonly { names: readonly string[]; load: (subcommand?: string) => Promise<AddCommands> }[] = [
  { names: ['start'], load: async () => (await import('./agent/start.ts')).addStartCommand },
  { names: ['status', 'stop'], load: async () => (await import('./agent/status.ts')).addStatusCommands },
  { names: ['link', 'unlink'], load: async () => (await import('./link/link.ts')).addLinkCommands },
  { names: ['move'], load: async () => (await import('./link/move.ts')).addMoveCommand },
  { names: ['users'], load: async () => (await import('./agent/users.ts')).addUsersCommand },
  { names: ['generate'], load: async () => (await import('./posts/generate.ts')).addGenerateCommand },
  { names: ['posts'], load: async (subcommand) => (await import('./posts/posts.ts')).postsCommand(subcommand) },
  { names: ['slots'], load: async () => (await import('./posts/slots.ts')).addSlotsCommand },
  { names: ['insights'], load: async () => (await import('./insights/insights.ts')).addInsightsCommand },
  { names: ['series'], load: async () => (await import('./posts/series.ts')).addSeriesCommand },
  { names: ['learning'], load: async () => (await import('./learning/learning.ts')).addLearningCommand },
  { names: ['links'], load: async () => (await import('./posts/links.ts')).addLinksCommand },
  { names: ['hashtags'], load: async () => (await import('./posts/hashtags.ts')).addHashtagsCommand },
  { names: ['media'], load: async () => (await import('./media/media.ts')).addMediaCommand },
  { names: ['projects'], load: async () => (await import('./projects/projects.ts')).addProjectsCommand },
  { names: ['templates'], load: async () => (await import('./projects/templates.ts')).addTemplatesCommand },
  { names: ['jobs'], load: async () => (await import('./posts/jobs.ts')).addJobsCommand },
  { names: ['scripts'], load: async () => (await import('./scripts/scripts.ts')).addScriptsCommand },
  { names: ['accounts'], load: async () => (await import('./accounts/accounts.ts')).addAccountsCommand },
  { names: ['channels'], load: async () => (await import('./channels/channels.ts')).addChannelsCommand },
  { names: ['warmup'], load: async () => (await import('./accounts/warmup.ts')).addWarmupCommand },
  { names: ['answers'], load: async () => (await import('./answers/answers.ts')).addAnswersCommand },
  { names: ['archives'], load: async () => (await import('./archives/archives.ts')).addArchivesCommand },
  { names: ['pair', 'join'], load: async () => (await import('./agents/pair.ts')).addPairCommands },
  { names: ['webhooks'], load: async () => (await import('./webhooks/webhooks.ts')).addWebhooksCommand },
  { names: ['agents'], load: async () => (await import('./agents/agents.ts')).addAgentsCommand },
  { names: ['ai'], load: async () => (await import('./ai/ai.ts')).addAiCommand },
  { names: ['config'], load: async () => (await import('./config/config.ts')).addConfigCommand },
  { names: ['mcp'], load: async () => (await import('./mcp/mcp.ts')).addMcpCommand },
  { names: ['token'], load: async () => (await import('./agent/token.ts')).addTokenCommand },
  { names: ['backup', 'restore'], load: async () => (await import('./backup/backup.ts')).addBackupCommands },
  { names: ['logs'], load: async () => (await import('./agent/logs.ts')).addLogsCommand },
  { names: ['service'], load: async () => (await import('./service/command.ts')).addServiceCommand },
  { names: ['doctor'], load: async () => (await import('./agent/doctor.ts')).addDoctorCommand },
  { names: ['browser'], load: async () => (await import('./agent/browser.ts')).addBrowserCommand },
];
const VERSION_FLAGS = ['-v', '--version'];

const DESCRIPTION = `Make, schedule and publish social media posts with AI from your own machine.

Begin with \`local-agent start\`: it opens the app in your browser and lets you create your account.`;

const NOTES = `
Every option can also be set in the environment (--data-dir is LOCAL_AGENT_DATA_DIR) or in config.json
in the data directory ("dataDir"). Options take precedence over the environment, and the environment over the file.

Examples:
  $ local-agent start                      start on http://127.0.0.1:3001 and open the browser
  $ local-agent start --port 8080 --no-open
  $ printf %s "$PASSWORD" | local-agent users add me@example.com --password-stdin
  $ local-agent generate && local-agent posts list
  $ local-agent generate --dry-run         what the autopilot would make in the coming week, and why
  $ local-agent ai install                 a model on this machine writes the posts: free, private
  $ local-agent scripts pull ./scripts     edit them in your own editor, then push
  $ local-agent warmup IG_Main             8 to 15 quiet minutes on Instagram`;

/**
 * The program for `args`: parsing them runs a command on `terminal`. It contains the named command or, for help and
 * unknown commands, all of them. Wrong usage throws CommanderError after printing to stderr.
 */
export async function buildProgram(terminal: Terminal, args: readonly string[]): Promise<Command> {
  const program = new Command('local-agent')
    .description(DESCRIPTION)
    .version(version, VERSION_FLAGS.join(', '), 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .showHelpAfterError('Try `local-agent --help`.')
    .addHelpText('after', NOTES)
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
    })
    .exitOverride();
  const [first = '', second] = args;
  for (const add of await Promise.all(neededFor(first).map(({ load }) => load(second)))) add(program, terminal);
  return program;
}

function neededFor(first: string): typeof COMMANDS {
  if (VERSION_FLAGS.includes(first)) return [];
  const named = COMMANDS.filter(({ names }) => names.includes(first));
  return named.length > 0 ? named : COMMANDS;
}
