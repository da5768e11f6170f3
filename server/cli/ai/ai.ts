import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { LocalAiState, LocalInstallRequest } from '../../../shared/ai/local-ai.ts';
import { aiApi, localAiApi } from '../../../shared/api/ai.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { AppError } from '../../errors.ts';
import { apiCommand } from '../agent/api-command.ts';
import { withApi } from '../agent/workspace.ts';
import { configOf, withWorkspaceOptions } from '../config/config-options.ts';
import { CommandFailed, WrongUsage } from '../terminal/exit-code.ts';
import { note, print, printJson, printTable, type Terminal } from '../terminal/terminal.ts';
import {
  announcement,
  answersIn,
  CANCELLED,
  doneInWords,
  NAME_OR_ALL,
  NO_DIGEST,
  NOTHING_CHOSEN,
  REMOVED_ALL,
  removed,
  size,
  statusInWords,
  uses,
} from './ai-messages.ts';
import { cancelInstall, followInstall } from './follow-install.ts';

type InstallOptions = { url?: string; file?: string; sha256?: string; cancel?: true };

/** `ai install | list | use | remove | test`: local models. */
export function addAiCommand(program: Command, terminal: Terminal): void {
  const group = program.command('ai').description('run a model on this machine: free, private, without a network');

  withWorkspaceOptions(
    group.command('install [model]').description('install the engine and a model (the recommended one)'),
  )
    .addOption(new Option('--url <address>', 'the GGUF file at this https address').conflicts(['file', 'cancel']))
    .addOption(new Option('--file <path>', 'a GGUF file on this machine, which stays there').conflicts('cancel'))
    .option('--sha256 <digest>', 'the expected SHA-256 of the file at --url')
    .option('--cancel', 'cancel the installation of the running agent')
    .action(async (model: string | undefined, options: InstallOptions, command: Command) => {
      const config = configOf(command);
      if (options.cancel) {
        const install = await withApi('ai install', config, terminal, cancelInstall);
        return config.json ? printJson(terminal, install) : print(terminal, CANCELLED);
      }
      const request = requestOf(model, options);
      const install = await withApi('ai install', config, terminal, async (api) => {
        if (!config.json) await announce(api, request, terminal);
        return followInstall(api, request, terminal, { isQuiet: config.json });
      });
      if (config.json) printJson(terminal, install);
      else if (install.state === 'done') print(terminal, doneInWords(install));
      else note(terminal, install.state === 'failed' ? install.error : CANCELLED);
      if (install.state !== 'done') throw new CommandFailed();
    });

  apiCommand(group.command('list').description('list the models, with their sizes and licences'), terminal, {
    ask: readState,
    tell: (state) => tell(terminal, state),
  });

  apiCommand(group.command('use <model>').description('have an installed model write the posts'), terminal, {
    ask: (api: Api, model: string) => call(api, aiApi.changeAi, { body: { provider: 'local', model } }),
    tell: (_state, model) => print(terminal, uses(model)),
  });

  const remove = group.command('remove [model]').description('remove a model, or everything with --all');
  apiCommand(remove.option('--all', 'the engine and every model'), terminal, {
    check(model, { all }) {
      if ((model === undefined) === (all === undefined)) throw new WrongUsage(NAME_OR_ALL);
    },
    ask: (api: Api, model: string | undefined, _options: { all?: true }) =>
      model === undefined
        ? call(api, localAiApi.removeLocalAi)
        : call(api, localAiApi.removeLocalModel, { params: { model } }),
    tell: (_state, model) => print(terminal, model === undefined ? REMOVED_ALL : removed(model)),
  });

  apiCommand(group.command('test [model]').description('ask a model for a short answer (the chosen one)'), terminal, {
    ask: test,
    tell: ({ model, milliseconds }) => print(terminal, answersIn(model, milliseconds)),
  });
}

function requestOf(model: string | undefined, { url, file, sha256 }: InstallOptions): LocalInstallRequest {
  if (sha256 !== undefined && url === undefined) throw new WrongUsage(NO_DIGEST);
  if (url !== undefined) return { address: url, ...(sha256 !== undefined && { sha256 }) };
  if (file !== undefined) return { file: resolve(file) };
  return model === undefined ? {} : { model };
}

async function readState(api: Api): Promise<LocalAiState> {
  return call(api, localAiApi.getLocalAi);
}

/** Announces on stderr what will be downloaded. */
async function announce(api: Api, request: LocalInstallRequest, terminal: Terminal): Promise<void> {
  const state = await readState(api);
  const isListed = request.address === undefined && request.file === undefined;
  const id = isListed ? (request.model ?? state.recommended) : null;
  const model = state.models.find((one) => one.id === id) ?? null;
  for (const line of announcement(state, model)) note(terminal, line);
}

async function test(api: Api, given: string | undefined): Promise<{ model: string; milliseconds: number }> {
  const model = given ?? (await readState(api)).chosen;
  if (model === null) throw new AppError('conflict', NOTHING_CHOSEN);
  return { model, ...(await call(api, aiApi.testAi, { body: { provider: 'local', model } })) };
}

function tell(terminal: Terminal, state: LocalAiState): void {
  printTable(
    terminal,
    ['MODEL', 'SIZE', 'MEMORY', 'LICENCE', 'LANGUAGES', 'STATE'],
    state.models.map((model) => [
      model.id,
      model.bytes === null ? '-' : size(model.bytes),
      model.memoryBytes === null ? '-' : size(model.memoryBytes),
      model.licence ?? '-',
      model.languages ?? '-',
      statusInWords(model, state),
    ]),
  );
  if (state.engine.state === 'unsupported') note(terminal, state.engine.reason);
}
