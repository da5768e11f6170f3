import { resolve } from 'node:path';
import type { Command } from 'commander';
import {
  BACKUP_EVENTS,
  type BackupMade,
  type BackupRequest,
  PASSPHRASE_MIN_CHARS,
} from '../../../shared/agent/backups.ts';
import { backupApi } from '../../../shared/api/agent.ts';
import { type Api, callForEvents } from '../../agent-client/api.ts';
import { AppError } from '../../errors.ts';
import { withApi } from '../agent/workspace.ts';
import { configOf, withWorkspaceOptions } from '../config/config-options.ts';
import { askSecret } from '../terminal/password.ts';
import { note, print, printJson, type Terminal } from '../terminal/terminal.ts';
import {
  EMPTY_PASSPHRASE,
  HOSTED,
  NO_BACKUP,
  NO_PASSPHRASE,
  NO_SECRETS,
  PASSPHRASES_DIFFER,
  shortPassphrase,
  WITH_SECRETS,
  written,
} from './messages.ts';
import { addRestoreCommand } from './restore.ts';

type Options = { withSecrets?: boolean; passphraseStdin?: boolean; force?: boolean };

/** `backup <file>` and `restore <file>`. */
export function addBackupCommands(program: Command, terminal: Terminal): void {
  withWorkspaceOptions(
    program
      .command('backup <file>')
      .description('back up the workspace to a file, whether the agent is running or not')
      .option('--with-secrets', 'include logins, keys and tokens, encrypted with a passphrase')
      .option('--passphrase-stdin', 'read the passphrase from standard input')
      .option('--force', 'replace the file if it exists'),
  ).action(async (file: string, options: Options, command: Command) => {
    const config = configOf(command);
    const passphrase = options.withSecrets ? await newPassphrase(terminal, options) : null;
    const request = { file: resolve(file), force: options.force ?? false, passphrase };
    const made = await withApi('backup', config, terminal, (api) => backUp(api, request, terminal));
    if (config.json) return printJson(terminal, made);
    print(terminal, written(made));
    note(terminal, made.includesSecrets ? WITH_SECRETS : NO_SECRETS);
    if (made.rows === null) note(terminal, HOSTED);
  });
  addRestoreCommand(program, terminal);
}

/** Typed twice, since a typing error would make the backup unreadable. */
async function newPassphrase(terminal: Terminal, { passphraseStdin }: Options): Promise<string> {
  const how = { fromStdin: passphraseStdin, notTyped: NO_PASSPHRASE, empty: EMPTY_PASSPHRASE };
  const passphrase = await askSecret(terminal, { ...how, question: 'Passphrase: ' });
  if (passphrase.length < PASSPHRASE_MIN_CHARS) throw new AppError('bad_input', shortPassphrase(PASSPHRASE_MIN_CHARS));
  if (!passphraseStdin && (await askSecret(terminal, { ...how, question: 'Repeat it: ' })) !== passphrase)
    throw new AppError('bad_input', PASSPHRASES_DIFFER);
  return passphrase;
}

async function backUp(api: Api, body: BackupRequest, terminal: Terminal): Promise<BackupMade> {
  return callForEvents(api, backupApi.makeBackup, { body }, NO_BACKUP, ({ event, value }) => {
    if (event === BACKUP_EVENTS.result) return value;
    note(terminal, value.text);
    return undefined;
  });
}
