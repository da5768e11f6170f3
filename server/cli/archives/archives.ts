import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { archiveApi } from '../../../shared/api/archives.ts';
import {
  ARCHIVE_EVENTS,
  type ArchiveImport,
  type ArchiveImported,
  type ArchiveProgress,
  importedInWords,
} from '../../../shared/archives/archives.ts';
import { ARCHIVE_PLATFORMS, type ArchivePlatform } from '../../../shared/archives/guides.ts';
import { type Api, call, callForEvents, callWhileEnding } from '../../agent-client/api.ts';
import { accountIds } from '../accounts/account-lookup.ts';
import { apiCommand } from '../agent/api-command.ts';
import { withApi } from '../agent/workspace.ts';
import { configOf, withWorkspaceOptions } from '../config/config-options.ts';
import { localTime } from '../terminal/local-time.ts';
import { showProgressLine } from '../terminal/progress-line.ts';
import { note, print, printJson, printTable, type Terminal } from '../terminal/terminal.ts';

type Options = { account?: string; platform?: ArchivePlatform; dryRun?: true };

/** `archives list | import | remove`: earlier posts, imported from the archives that platforms provide. */
export function addArchivesCommand(program: Command, terminal: Terminal): void {
  const archives = program
    .command('archives')
    .description('import what you posted before, from the archives that platforms provide');

  apiCommand(archives.command('list').description('list the archives that were imported'), terminal, {
    ask: (api: Api) => call(api, archiveApi.listArchives),
    tell(list) {
      if (list.length === 0) return note(terminal, NO_ARCHIVES);
      const day = (at: string | null) => (at === null ? '' : localTime(at).slice(0, 10));
      const rows = list.map((one) => [one.source, String(one.posts), day(one.firstAt), day(one.lastAt)]);
      printTable(terminal, ['ARCHIVE', 'POSTS', 'FROM', 'TO'], rows);
    },
  });

  withWorkspaceOptions(
    archives.command('import <file>').description('import the posts of an archive; messages are never read'),
  )
    .option('--account <label>', 'the account that posted it, if the archive does not name it')
    .addOption(
      new Option('--platform <id>', 'the platform, if an archive contains posts of several').choices(ARCHIVE_PLATFORMS),
    )
    .option('--dry-run', 'count the posts without importing them')
    .action(async (file: string, options: Options, command: Command) => {
      const config = configOf(command);
      const imported = await withApi('archives import', config, terminal, async (api) => {
        const [accountId] = options.account === undefined ? [] : await accountIds(api, [options.account]);
        const body = {
          file: resolve(file),
          dryRun: options.dryRun === true,
          ...(options.platform && { platform: options.platform }),
          ...(accountId !== undefined && { accountId }),
        };
        return follow(api, body, terminal, config.json);
      });
      if (config.json) return printJson(terminal, imported);
      print(terminal, importedInWords(imported));
    });

  apiCommand(
    archives.command('remove <archive>').description('remove the posts of an archive, by its name'),
    terminal,
    {
      ask: (api: Api, source: string) => call(api, archiveApi.removeArchive, { body: { source } }),
      tell: ({ posts }, source) => print(terminal, `Removed ${source} (${posts} posts).`),
    },
  );
}

async function follow(api: Api, body: ArchiveImport, terminal: Terminal, isQuiet: boolean): Promise<ArchiveImported> {
  let cancelled: Promise<unknown> | undefined;
  const cancel = () => {
    cancelled = callWhileEnding(api, archiveApi.cancelArchiveImport);
  };
  terminal.ending.addEventListener('abort', cancel, { once: true });
  const line = showProgressLine(terminal);
  const show = (progress: ArchiveProgress) => {
    const { posts, bytes, allBytes } = progress;
    if (!isQuiet) line.show('posts', `${posts} posts read`, { done: bytes, total: allBytes });
  };
  try {
    return await callForEvents(api, archiveApi.importArchive, { body }, NO_RESULT, ({ event, value }) => {
      if (event === ARCHIVE_EVENTS.result) return value;
      show(value);
      return undefined;
    });
  } finally {
    line.end();
    terminal.ending.removeEventListener('abort', cancel);
    // If the command ended now, an unsent request would be lost.
    await cancelled;
  }
}

const NO_ARCHIVES =
  'No archives yet. Ask a platform for yours, then `local-agent archives import <file>`. See docs/guide/archives.md.';
const NO_RESULT = 'The import ended without a result. The agent’s log has the details.';
