import { type Command, Option } from 'commander';
import { DEFAULT_PORT } from '../../../shared/agent/agent-api.ts';
import { type AgentConfig, type ConfigFlags, loadConfig } from '../../config/config.ts';
import { SETTING_WORDS, type SettingName, settingSources, settingsSchema } from '../../config/settings.ts';
import { WrongUsage } from '../terminal/exit-code.ts';

/**
 * The options of every command that uses the workspace. None has a default, so that the environment and the config file
 * apply.
 */
export function withWorkspaceOptions(command: Command): Command {
  return command
    .option('--data-dir <folder>', SETTING_WORDS.dataDir)
    .option('--supabase-url <url>', SETTING_WORDS.supabaseUrl)
    .option('--supabase-key <key>', SETTING_WORDS.supabaseKey)
    .option(
      '--supabase-secret-key <key>',
      "that project's secret key; setting LOCAL_AGENT_SUPABASE_SECRET_KEY is safer",
    )
    .option('--log-level <level>', 'silent, fatal, error, warn, info, debug or trace; the log goes to stderr')
    .option('--json', SETTING_WORDS.json);
}

/** The additional options of `start`. */
export function withServerOptions(command: Command): Command {
  return command
    .option('--port <number>', `${SETTING_WORDS.port} (${DEFAULT_PORT})`)
    .option('--host <address>', `${SETTING_WORDS.host} (127.0.0.1)`)
    .option('--allow-remote', SETTING_WORDS.allowRemote)
    .option('--allow-remote-scripts', SETTING_WORDS.allowRemoteScripts)
    .addOption(
      new Option('--allow-origin <origin>', 'let pages of this web origin use the agent; may be repeated').argParser(
        (origin: string, before: string[] | undefined) => [...(before ?? []), origin],
      ),
    )
    .option('--no-open', 'do not open the browser');
}

/**
 * A command's configuration: its command line over the environment, the config file and the defaults. WrongUsage for an
 * invalid option, AppError bad_input for other invalid or inconsistent settings.
 */
export function configOf(command: Command): AgentConfig {
  const options = command.opts();
  const given = (name: string) => (name === 'allowedOrigins' ? 'allowOrigin' : name);
  const names = (Object.keys(settingSources) as SettingName[]).filter(
    (name) => command.getOptionValueSource(given(name)) === 'cli',
  );
  const flags: ConfigFlags = Object.fromEntries(names.map((name) => [name, options[given(name)]]));
  for (const name of names) {
    const { error } = settingsSchema.shape[name].safeParse(flags[name]);
    if (error) throw new WrongUsage(`${settingSources[name].flag}: ${error.issues[0]?.message}.`);
  }
  return loadConfig(flags);
}
