import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { importApi } from '../../../shared/api/posts.ts';
import { decodeImportFile, UnreadableImport } from '../../../shared/posts/import/decode.ts';
import { exampleCsv } from '../../../shared/posts/import/example.ts';
import {
  dateOrderSchema,
  type ImportAnswer,
  type ImportRequest,
  type LineProblem,
} from '../../../shared/posts/import/import.ts';
import { IMPORT_MAX_BYTES } from '../../../shared/posts/import/limits.ts';
import { PLATFORM_IDS, type Platform } from '../../../shared/posts/platforms.ts';
import { call } from '../../agent-client/api.ts';
import { AppError } from '../../errors.ts';
import { accountIds } from '../accounts/account-lookup.ts';
import { withApi } from '../agent/workspace.ts';
import { configOf, withWorkspaceOptions } from '../config/config-options.ts';
import { CommandFailed, WrongUsage } from '../terminal/exit-code.ts';
import { collected } from '../terminal/option-values.ts';
import { note, oneLine, print, printJson, type Terminal } from '../terminal/terminal.ts';

type ImportOptions = {
  dryRun?: true;
  example?: true;
  platforms?: Platform[];
  account?: string[];
  dateOrder?: ImportRequest['dateOrder'];
};

/** `posts import`: makes the posts of a CSV file, all or none, and reports problems by line. */
export function addImportCommand(posts: Command, terminal: Terminal): void {
  withWorkspaceOptions(posts.command('import [file]').description('import the posts of a CSV file: all, or none'))
    .option('--dry-run', 'check the file without importing it')
    .option('--example', 'print an example file to start from')
    .option('--platforms <ids>', 'the platforms for lines that name none, such as bluesky,linkedin', readPlatforms)
    .option(
      '--account <label>',
      'the account for lines that name none; can be repeated',
      collected((label) => label),
    )
    .addOption(new Option('--date-order <order>', 'how to read 03/04/2027').choices(dateOrderSchema.options))
    .action(async (file: string | undefined, options: ImportOptions, command: Command) => {
      if (options.example) return void terminal.stdout.write(exampleCsv(new Date()));
      if (file === undefined) throw new WrongUsage('Name the file: local-agent posts import posts.csv');
      const config = configOf(command);
      const request: ImportRequest = {
        id: randomUUID(),
        text: await readText(file),
        dryRun: options.dryRun === true,
        ...(options.platforms && { platforms: options.platforms }),
        ...(options.dateOrder && { dateOrder: options.dateOrder }),
      };
      const answer = await withApi('posts import', config, terminal, async (api) => {
        const body = { ...request, ...(options.account && { accounts: await accountIds(api, options.account) }) };
        return call(api, importApi.importPosts, { body });
      });
      if (config.json) printJson(terminal, answer);
      else report(answer, request.dryRun, terminal);
      if (hasErrors(answer)) throw new CommandFailed();
    });
}

function report(answer: ImportAnswer, isDryRun: boolean, terminal: Terminal): void {
  for (const problem of answer.problems) note(terminal, inWords(problem));
  if (answer.moreErrors > 0) note(terminal, `… and ${answer.moreErrors} more errors.`);
  if (answer.ignored.length > 0) note(terminal, `Not imported: ${answer.ignored.map(oneLine).join(', ')}`);
  if (answer.needsPlatforms) note(terminal, 'Some lines name no platform. Specify it: --platforms bluesky,linkedin');
  if (answer.needsDateOrder)
    note(terminal, 'Dates such as 03/04/2027 can be read either way. Add --date-order mdy or --date-order dmy.');
  if (hasErrors(answer)) {
    note(terminal, 'Nothing was imported.');
    return;
  }
  const drafts = answer.posts.filter(({ time }) => time === null).length;
  const sum = `${posts(answer.posts.length)}: ${answer.posts.length - drafts} scheduled, ${posts(drafts, 'draft')}.`;
  print(terminal, isDryRun ? `The file is fine. It would make ${sum}` : `Imported ${sum}`);
}

function inWords({ line, column, text, isWarning }: LineProblem): string {
  const place = column === null ? `Line ${line}` : `Line ${line}, ${oneLine(column)}`;
  return `${place}: ${isWarning ? '(warning) ' : ''}${oneLine(text)}`;
}

function hasErrors({ problems, needsPlatforms, needsDateOrder }: ImportAnswer): boolean {
  return needsPlatforms || needsDateOrder || problems.some(({ isWarning }) => !isWarning);
}

function posts(count: number, what = 'post'): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}

/** Reads at most one byte more than an import accepts. */
async function readText(path: string): Promise<string> {
  const bytes = Buffer.alloc(IMPORT_MAX_BYTES + 1);
  let length = 0;
  try {
    const file = await open(path, 'r');
    try {
      for (let read = -1; read !== 0 && length < bytes.length; length += read)
        read = (await file.read(bytes, length, bytes.length - length)).bytesRead;
    } finally {
      await file.close();
    }
  } catch (cause) {
    throw new AppError('bad_input', `${path} cannot be read: ${(cause as Error).message}`, { cause });
  }
  try {
    return decodeImportFile(bytes.subarray(0, length));
  } catch (error) {
    if (!(error instanceof UnreadableImport)) throw error;
    throw new AppError('bad_input', `${path}: ${error.message}`, { cause: error });
  }
}

function readPlatforms(value: string): Platform[] {
  return value.split(',').map((name) => {
    const platform = PLATFORM_IDS.find((id) => id === name.trim());
    if (!platform) throw new WrongUsage(`--platforms: "${name.trim()}" is not one of ${PLATFORM_IDS.join(', ')}.`);
    return platform;
  });
}
