import type { Command } from 'commander';
import type { AiChange, AiSettings } from '../../../shared/ai/ai.ts';
import type { AgentConfig } from '../../config/config.ts';
import { prepareDataDirectory } from '../../data-directory/data-directory.ts';
import { AppError } from '../../errors.ts';
import { workspaceOf } from '../../features/accounts/feature.ts';
import { modelOf } from '../../features/ai/ai-settings.ts';
import { aiOf } from '../../features/ai/feature.ts';
import { IN_THE_FUNCTION } from '../../features/ai/messages.ts';
import { offeredModels } from '../../features/ai/service.ts';
import { aiSettingsStore } from '../../features/ai/settings-store.ts';
import { openVault } from '../../features/publishing/channels/vault.ts';
import { askSecret } from '../terminal/password.ts';
import { note, print, printJson, printTable, type Terminal } from '../terminal/terminal.ts';
import {
  BUILT_IN,
  EMPTY_KEY,
  FOR_PICTURES,
  FOR_WRITING,
  hasSet,
  hasUnset,
  isNotSet,
  KEY_AS_ARGUMENT,
  NO_KEY,
  NO_MODELS,
  notComplete,
  noValue,
} from './config-messages.ts';
import { CONFIG_NAMES, changeTo, fieldOf, shownValue } from './config-names.ts';
import { configOf, withWorkspaceOptions } from './config-options.ts';

/**
 * `config list | get | set | unset | models`: the models for posts and pictures. Stored in the data directory, where a
 * running agent reads them for its next posts. A key is typed or read from standard input, never an argument, and never
 * printed.
 */
export function addConfigCommand(program: Command, terminal: Terminal): void {
  const group = program
    .command('config')
    .description('choose the AI models that write the posts and make their pictures');

  withWorkspaceOptions(group.command('list').description('list the settings and where they come from')).action(
    async (_options: object, command: Command) => {
      const config = configOf(command);
      const { source, settings } = await storeOf(config).current();
      const values = Object.keys(CONFIG_NAMES).map((name) => [name, shownValue(name, settings)] as const);
      if (config.json) return printJson(terminal, Object.fromEntries(values));
      printTable(
        terminal,
        ['SETTING', 'VALUE', 'FROM'],
        values.map(([name, value]) => [name, value ?? '-', value ? source : '-']),
      );
      printMissingSettings(terminal, settings);
    },
  );

  withWorkspaceOptions(group.command('get <name>').description('print a setting')).action(
    async (name: string, _options: object, command: Command) => {
      const config = configOf(command);
      const value = shownValue(name, (await storeOf(config).current()).settings);
      if (config.json) return printJson(terminal, value);
      if (value === null) throw new AppError('not_found', isNotSet(name));
      print(terminal, value);
    },
  );

  withWorkspaceOptions(group.command('set <name> [value]').description('change a setting; asks for the key'))
    .option('--stdin', 'read the value from standard input')
    .action(async (name: string, given: string | undefined, { stdin }: { stdin?: boolean }, command: Command) => {
      const config = configOf(command);
      const change = changeTo(name, await typedValue(name, given, terminal, stdin));
      await apply(config, change, terminal, hasSet(name));
    });

  withWorkspaceOptions(group.command('models').description('list the models that the provider offers')).action(
    async (_options: object, command: Command) => {
      const config = configOf(command);
      const mode = config.supabaseUrl ? 'hosted' : 'embedded';
      const { writers, pictures } = await offeredModels({ mode, store: storeOf(config) }, {});
      if (config.json) return printJson(terminal, { writers, pictures });
      if (writers.length + pictures.length === 0) note(terminal, NO_MODELS);
      else printTable(terminal, ['MODEL', 'FOR'], [...named(writers, FOR_WRITING), ...named(pictures, FOR_PICTURES)]);
    },
  );

  withWorkspaceOptions(group.command('unset <name>').description('remove a setting')).action(
    async (name: string, _options: object, command: Command) => {
      await apply(configOf(command), { [fieldOf(name).field]: null }, terminal, hasUnset(name));
    },
  );
}

function named(models: readonly string[], use: string): string[][] {
  return models.map((model) => [model, use]);
}

function storeOf(config: AgentConfig) {
  const { dataDir, supabaseUrl, databaseUrl } = config;
  const { aiKey } = openVault({ dataDir, workspace: workspaceOf(supabaseUrl ?? databaseUrl) });
  return aiSettingsStore(dataDir, aiOf(config), aiKey);
}

async function typedValue(
  name: string,
  given: string | undefined,
  terminal: Terminal,
  stdin?: boolean,
): Promise<string> {
  const isKey = fieldOf(name).field === 'apiKey';
  if (isKey && given !== undefined) throw new AppError('bad_input', KEY_AS_ARGUMENT);
  if (given !== undefined) return given;
  if (!isKey && !stdin) throw new AppError('bad_input', noValue(name));
  return askSecret(terminal, { fromStdin: stdin, question: 'Key: ', notTyped: NO_KEY, empty: EMPTY_KEY });
}

async function apply(config: AgentConfig, change: AiChange, terminal: Terminal, done: string): Promise<void> {
  if (config.supabaseUrl) throw new AppError('conflict', IN_THE_FUNCTION);
  await prepareDataDirectory(config.dataDir);
  const settings = await storeOf(config).change(change);
  if (config.json)
    return printJson(
      terminal,
      Object.fromEntries(Object.keys(CONFIG_NAMES).map((name) => [name, shownValue(name, settings)])),
    );
  print(terminal, done);
  printMissingSettings(terminal, settings);
}

function printMissingSettings(terminal: Terminal, settings: AiSettings): void {
  try {
    if (modelOf(settings) === null) note(terminal, BUILT_IN);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    note(terminal, notComplete(error.message));
  }
}
