import { resolve } from 'node:path';
import type { Command } from 'commander';
import { destination } from 'pino';
import { userApi } from '../../../shared/api/people.ts';
import { call } from '../../agent-client/api.ts';
import type { AgentConfig } from '../../config/config.ts';
import { lockDataDirectory } from '../../data-directory/agent-lock.ts';
import { prepareDataDirectory } from '../../data-directory/data-directory.ts';
import { AppError } from '../../errors.ts';
import { EXTERNAL_DATABASE, NEEDS_PASSPHRASE } from '../../features/backup/messages.ts';
import { isEncrypted, type RestoreDone, restoreBackup } from '../../features/backup/restore.ts';
import { printable } from '../../features/backup/restored-files.ts';
import { createLogger } from '../../http/logger.ts';
import { withApi } from '../agent/workspace.ts';
import { configOf, withWorkspaceOptions } from '../config/config-options.ts';
import { isWaiting } from '../messages.ts';
import { confirm } from '../terminal/confirm.ts';
import { orInterrupted } from '../terminal/interruption.ts';
import { askSecret, typeSecret } from '../terminal/password.ts';
import { note, print, printJson, type Terminal } from '../terminal/terminal.ts';
import {
  agentRuns,
  CONFIRM,
  EMPTY_PASSPHRASE,
  newPasswordFor,
  notTheSame,
  OFFER_PASSWORDS,
  passwordChanged,
  replaces,
  restored,
  SAME_AGAIN,
} from './messages.ts';

type Options = { yes?: boolean; passphraseStdin?: boolean };

/**
 * `restore <file>` replaces the workspace of the data directory with a file made by `backup`, or with the folder that
 * an upgrade wrote before it began. No agent may be running on the data directory.
 */
export function addRestoreCommand(program: Command, terminal: Terminal): void {
  withWorkspaceOptions(
    program
      .command('restore <file>')
      .description(
        'replace the workspace with a backup (a file, or the folder of one from before an upgrade) after checking it; the replaced workspace is kept',
      )
      .option('--passphrase-stdin', 'read the passphrase from standard input')
      .option('--yes', 'do not ask'),
  ).action(async (name: string, options: Options, command: Command) => {
    const config = configOf(command);
    const { dataDir, version, json, databaseUrl, supabaseUrl, logLevel } = config;
    if (databaseUrl) throw new AppError('conflict', EXTERNAL_DATABASE);
    const file = resolve(name);
    const passphrase = (await isEncrypted(file))
      ? await askSecret(terminal, {
          fromStdin: options.passphraseStdin,
          question: 'Passphrase: ',
          notTyped: NEEDS_PASSPHRASE,
          empty: EMPTY_PASSPHRASE,
        })
      : null;
    if (!options.yes) await confirm(terminal, { says: replaces(file, dataDir), question: CONFIRM, words: ['restore'] });
    await prepareDataDirectory(dataDir);
    const { lock, running } = await orInterrupted(
      terminal.ending,
      lockDataDirectory(dataDir, { command: 'restore', version }, (holder) => note(terminal, isWaiting(holder))),
    );
    if (running) throw new AppError('conflict', agentRuns(dataDir, running.pid));
    let done: RestoreDone;
    try {
      done = await restoreBackup({
        file,
        dataDir,
        passphrase,
        isHosted: supabaseUrl !== null,
        log: createLogger(logLevel, destination(2)),
        onProgress: (text) => note(terminal, text),
      });
    } finally {
      await lock.release();
    }
    const { backup, ...rest } = done;
    const { createdAt, includesSecrets } = backup;
    if (json) return printJson(terminal, { createdAt, includesSecrets, version: backup.version, ...rest });
    for (const line of restored(done)) print(terminal, line);
    if (!options.yes && terminal.stdin.isTTY) await offerPasswords(config, terminal, done.accounts);
  });
}

/** Asks for a new password for each account, and sets those entered, in the restored workspace. */
async function offerPasswords(
  config: AgentConfig,
  terminal: Terminal,
  accounts: RestoreDone['accounts'],
): Promise<void> {
  const chosen: { email: string; password: string }[] = [];
  if (accounts.length > 0) note(terminal, OFFER_PASSWORDS);
  for (const { email } of accounts) {
    const password = await typeSecret(terminal, newPasswordFor(email));
    if (password === '') continue;
    if ((await typeSecret(terminal, SAME_AGAIN)) === password) chosen.push({ email, password });
    else note(terminal, notTheSame(email));
  }
  if (chosen.length === 0) return;
  await withApi('restore', config, terminal, async (api) => {
    for (const { email, password } of chosen) {
      try {
        await call(api, userApi.setPassword, { params: { email }, body: { password } });
        print(terminal, passwordChanged(email));
      } catch (error) {
        // A password that is too short does not affect the others.
        if (!(error instanceof AppError)) throw error;
        note(terminal, `${printable(email)}: ${error.message}`);
      }
    }
  });
}
