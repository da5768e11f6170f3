import type { Command } from 'commander';
import { destination } from 'pino';
import { parseUrl } from '../../../shared/web/parse-url.ts';
import type { AgentConfig } from '../../config/config.ts';
import { lockDataDirectory } from '../../data-directory/agent-lock.ts';
import { prepareDataDirectory } from '../../data-directory/data-directory.ts';
import { AppError } from '../../errors.ts';
import { workspaceOf } from '../../features/accounts/feature.ts';
import { AGAIN } from '../../features/move/messages.ts';
import { type MoveListener, move, planMove, undoMove } from '../../features/move/move.ts';
import { embeddedSide, hostedSide, type Side } from '../../features/move/side.ts';
import { moveSecrets } from '../../features/publishing/channels/vault.ts';
import { createLogger } from '../../http/logger.ts';
import { configOf, withWorkspaceOptions } from '../config/config-options.ts';
import { isWaiting } from '../messages.ts';
import { askSecret } from '../terminal/password.ts';
import { note, print, printJson, printTable, type Terminal } from '../terminal/terminal.ts';
import {
  agentRuns,
  CUT,
  EMPTY_KEY,
  firstPassword,
  KEY_QUESTION,
  moved,
  NO_KEY,
  NO_URL,
  NOT_URL,
  ONE_WAY,
  planned,
  tableRows,
  undone,
  WHY_KEY,
} from './move-messages.ts';

type MoveOptions = { toHosted?: true; toEmbedded?: true; dryRun?: true; undo?: true; secretKeyStdin?: true };

/**
 * `move --to-hosted [url]` copies the workspace of this machine to a Supabase project, `move --to-embedded` that of a
 * project to this machine. The original is kept but inactive from then on; `--undo` reactivates it.
 */
export function addMoveCommand(program: Command, terminal: Terminal): void {
  withWorkspaceOptions(
    program.command('move [url]').description('copy the workspace to your own Supabase project, or from it'),
  )
    .option('--to-hosted', 'from this machine to the project')
    .option('--to-embedded', 'from the project to this machine')
    .option('--dry-run', 'show what would be copied without changing anything')
    .option('--undo', 'reactivate the original after an interrupted or finished move')
    .option('--secret-key-stdin', "read the project's secret key from standard input")
    .action(async (given: string | undefined, options: MoveOptions, command: Command) => {
      if (Boolean(options.toHosted) === Boolean(options.toEmbedded)) throw new AppError('bad_input', ONE_WAY);
      const config = configOf(command);
      await withDirectory(config, terminal, () => run(config, given, options, terminal));
    });
}

async function withDirectory(config: AgentConfig, terminal: Terminal, work: () => Promise<void>): Promise<void> {
  const { dataDir, version } = config;
  await prepareDataDirectory(dataDir);
  const { lock, running } = await lockDataDirectory(dataDir, { command: 'move', version }, (holder) =>
    note(terminal, isWaiting(holder)),
  );
  if (running) throw new AppError('conflict', agentRuns(dataDir, running.pid));
  try {
    await work();
  } catch (error) {
    if (terminal.ending.aborted) note(terminal, CUT);
    throw error instanceof AppError && error.code === 'unavailable' && !error.message.includes(AGAIN)
      ? new AppError('unavailable', `${error.message} ${AGAIN}`, { cause: error })
      : error;
  } finally {
    await lock.release();
  }
}

async function run(config: AgentConfig, given: string | undefined, options: MoveOptions, terminal: Terminal) {
  const { dataDir, databaseUrl, json } = config;
  const isToHosted = options.toHosted === true;
  const opened: Side[] = [];
  const keep = async (side: Promise<Side>) => {
    opened.push(await side);
    return side;
  };
  const here = () => keep(embeddedSide(dataDir, databaseUrl, createLogger(config.logLevel, destination(2))));
  const project = async (url: string) => keep(hostedSide(url, await secretKey(config, options, terminal)));
  const listener: MoveListener = {
    onProgress: (text) => note(terminal, text),
    onNew: (person) => note(terminal, firstPassword(person)),
    signal: terminal.ending,
  };
  const secretsTo = async (url: string, toHosted: boolean) => {
    const [from, to] = [workspaceOf(databaseUrl), workspaceOf(url)];
    await (toHosted ? moveSecrets({ dataDir }, from, to) : moveSecrets({ dataDir }, to, from));
  };
  try {
    if (options.undo) {
      const from = isToHosted ? await here() : await project(urlOf(given ?? config.supabaseUrl));
      const done = await undoMove(from, (place) => (isToHosted ? project(place) : here()), listener);
      await secretsTo(isToHosted ? done.to : done.from, !isToHosted);
      if (json) return printJson(terminal, done);
      for (const line of undone(done)) print(terminal, line);
      return;
    }
    const url = urlOf(given ?? config.supabaseUrl);
    const hosted = await project(url);
    const embedded = await here();
    const [from, to] = isToHosted ? [embedded, hosted] : [hosted, embedded];
    if (options.dryRun) {
      const plan = await planMove(from, to);
      if (json) return printJson(terminal, plan);
      printTable(terminal, ['TABLE', 'ROWS'], tableRows(plan));
      for (const line of planned(plan)) print(terminal, line);
      return;
    }
    const done = await move(from, to, listener);
    await secretsTo(url, isToHosted);
    if (json) return printJson(terminal, done);
    printTable(terminal, ['TABLE', 'ROWS'], tableRows(done));
    for (const line of moved(done, isToHosted)) print(terminal, line);
  } finally {
    for (const side of opened) await side.close();
  }
}

/** Normalises the address as linking does, since a linked agent's logins are stored under it. */
function urlOf(text: string | null | undefined): string {
  if (!text) throw new AppError('bad_input', NO_URL);
  const url = parseUrl(text);
  if (!/^https?:$/.test(url?.protocol ?? '')) throw new AppError('bad_input', NOT_URL);
  return String(url?.href).replace(/\/+$/, '');
}

async function secretKey(config: AgentConfig, options: MoveOptions, terminal: Terminal): Promise<string> {
  if (config.supabaseSecretKey && !options.secretKeyStdin) return config.supabaseSecretKey;
  if (terminal.stdin.isTTY && !options.secretKeyStdin) for (const line of WHY_KEY) note(terminal, line);
  return askSecret(terminal, {
    fromStdin: options.secretKeyStdin,
    question: KEY_QUESTION,
    notTyped: NO_KEY,
    empty: EMPTY_KEY,
  });
}
