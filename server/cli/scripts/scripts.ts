import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { scriptApi } from '../../../shared/api/scripts.ts';
import { NEW_SCRIPT } from '../../../shared/scripts/new-script.ts';
import { type ScriptExample, scriptExample } from '../../../shared/scripts/script-example.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { AppError } from '../../errors.ts';
import { packageRoot } from '../../supabase/package-files.ts';
import { apiCommand } from '../agent/api-command.ts';
import { withApi } from '../agent/workspace.ts';
import { configOf, withWorkspaceOptions } from '../config/config-options.ts';
import { CONFLICTS, created, NO_SCRIPTS, unknownExample } from '../messages.ts';
import { localTime } from '../terminal/local-time.ts';
import { note, print, printJson, printTable, type Terminal } from '../terminal/terminal.ts';
import { findScript } from './script-lookup.ts';
import { addScriptRunCommand } from './script-run.ts';
import { addScriptScheduleCommand } from './script-schedule.ts';
import { list, pullScripts, pushScripts, read, type SyncOutcome } from './script-sync.ts';

/**
 * `scripts list | show | new | pull | push`: saved scripts and their files. `scripts run` and `scripts schedule` are
 * added by script-run.ts and script-schedule.ts.
 */
export function addScriptsCommand(program: Command, terminal: Terminal): void {
  const scripts = program.command('scripts').description('run scripts, and keep them in files');
  addList(scripts, terminal);
  addShow(scripts, terminal);
  addNew(scripts, terminal);
  addSync(scripts, terminal);
  addScriptRunCommand(scripts, terminal);
  addScriptScheduleCommand(scripts, terminal);
}

function addList(scripts: Command, terminal: Terminal): void {
  apiCommand(scripts.command('list').description('list the saved scripts, newest first'), terminal, {
    ask: list,
    tell(saved) {
      if (saved.length === 0) return note(terminal, NO_SCRIPTS);
      const rows = saved.map(({ id, name, updatedAt }) => [name, localTime(updatedAt), id]);
      printTable(terminal, ['NAME', 'CHANGED', 'ID'], rows);
    },
  });
}

function addShow(scripts: Command, terminal: Terminal): void {
  apiCommand(scripts.command('show <name>').description("print a script's code; a name or an id"), terminal, {
    ask: async (api: Api, name: string) => read(api, findScript(await list(api), name).id),
    tell: ({ code }) => void terminal.stdout.write(code.endsWith('\n') ? code : `${code}\n`),
  });
}

function addNew(scripts: Command, terminal: Terminal): void {
  withWorkspaceOptions(scripts.command('new [name]').description('make a script, empty or from an example'))
    .option('--example [example]', 'start from an example; without a name, list them')
    .action(async (name: string | undefined, { example }: { example?: string | true }, command: Command) => {
      const config = configOf(command);
      if (example === true) {
        const examples = await readExamples();
        if (config.json) return printJson(terminal, examples);
        return printTable(
          terminal,
          ['EXAMPLE', 'WHAT IT DOES'],
          examples.map(({ name, about }) => [name, about]),
        );
      }
      const from = example === undefined ? NEW_SCRIPT : await readExample(example);
      const body = { name: name ?? from.name, code: from.code };
      const script = await withApi('scripts new', config, terminal, async (api) =>
        call(api, scriptApi.addScript, { body }),
      );
      if (config.json) printJson(terminal, script);
      else print(terminal, created(script.name, script.id));
    });
}

const SYNC = {
  pull: { sync: pullScripts, description: 'write the saved scripts into a folder, to edit or to keep in git' },
  push: { sync: pushScripts, description: "save a folder's files as scripts; nothing is ever deleted" },
} as const;

function addSync(scripts: Command, terminal: Terminal): void {
  for (const [direction, { sync, description }] of Object.entries(SYNC)) {
    const command = scripts.command(`${direction} <folder>`).description(description);
    apiCommand(command.option('--force', 'overwrite changes made on the other side'), terminal, {
      ask: (api: Api, folder: string, { force = false }: { force?: boolean }) => sync(api, folder, force),
      tell: (outcomes) => tell(terminal, outcomes),
      // Something was skipped that needs attention.
      hasFailed: hasConflict,
    });
  }
}

function tell(terminal: Terminal, outcomes: SyncOutcome[]): void {
  const rows = outcomes.map(({ file, name, outcome }) => [file, name, outcome]);
  if (rows.length === 0) note(terminal, NO_SCRIPTS);
  else printTable(terminal, ['FILE', 'SCRIPT', 'OUTCOME'], rows);
  if (hasConflict(outcomes)) note(terminal, CONFLICTS);
}

function hasConflict(outcomes: SyncOutcome[]): boolean {
  return outcomes.some(({ outcome }) => outcome === 'conflict');
}

export async function readExamples(): Promise<ScriptExample[]> {
  const folder = join(packageRoot(), 'shared', 'scripts', 'examples');
  const files = (await readdir(folder)).sort();
  return Promise.all(files.map(async (file) => scriptExample(file, await readFile(join(folder, file), 'utf8'))));
}

/** AppError bad_input with the available names for an unknown one. */
async function readExample(name: string): Promise<ScriptExample> {
  const examples = await readExamples();
  const found = examples.find((example) => example.name === name);
  if (found) return found;
  const names = examples.map((example) => example.name);
  throw new AppError('bad_input', unknownExample(name, names));
}
