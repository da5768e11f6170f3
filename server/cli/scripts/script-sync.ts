import { join } from 'node:path';
import { scriptApi } from '../../../shared/api/scripts.ts';
import type { SavedScript, SavedScriptWithCode } from '../../../shared/scripts/script-library.ts';
import { type Api, call } from '../../agent-client/api.ts';
import {
  type FolderState,
  fileNameFor,
  hashOf,
  makeFolder,
  nameOfFile,
  readScriptFiles,
  readState,
  writeState,
  writeWhole,
} from './script-files.ts';

/**
 * The result for one script: `written` (to the folder or the workspace), `unchanged`, `conflict` (changed on both
 * sides, nothing done), `missing` (deleted in the workspace, nothing done).
 */
export type SyncOutcome = { file: string; name: string; outcome: 'written' | 'unchanged' | 'conflict' | 'missing' };

/**
 * Writes the workspace's scripts into `folder`. A file changed since the last pull or push is kept (`conflict`) if the
 * script changed too, unless `force`; if the script did not change, it is kept silently.
 */
export async function pullScripts(api: Api, folder: string, force: boolean): Promise<SyncOutcome[]> {
  await makeFolder(folder);
  const [state, files, scripts] = [await readState(folder), await readScriptFiles(folder), await list(api)];
  const outcomes: SyncOutcome[] = [];
  try {
    for (const { id, name, updatedAt } of scripts) {
      const known = Object.entries(state).find(([, entry]) => entry.id === id);
      const current = known && files.get(known[0]);
      const isEdited = known && current !== undefined && hashOf(current) !== known[1].hash;
      if (known && current !== undefined && known[1].updatedAt === updatedAt && !(isEdited && force)) {
        outcomes.push({ file: known[0], name, outcome: 'unchanged' });
      } else if (known && isEdited && !force) {
        outcomes.push({ file: known[0], name, outcome: 'conflict' });
      } else {
        const script = await read(api, id);
        const file = known?.[0] ?? fileNameFor(name, script.code, [...files.keys(), ...Object.keys(state)]);
        await writeWhole(join(folder, file), script.code);
        remember(state, file, script);
        outcomes.push({ file, name, outcome: 'written' });
      }
    }
  } finally {
    // Records what was written before a failure.
    await writeState(folder, state);
  }
  const ids = new Set(scripts.map(({ id }) => id));
  for (const [file, { id }] of Object.entries(state)) {
    if (!ids.has(id)) outcomes.push({ file, name: nameOfFile(file), outcome: 'missing' });
  }
  return outcomes;
}

/**
 * Saves the folder's files as scripts, creating new ones for unknown files. A script changed in the workspace since the
 * last pull or push is kept (`conflict`) unless `force`. Never deletes anything.
 */
export async function pushScripts(api: Api, folder: string, force: boolean): Promise<SyncOutcome[]> {
  const [state, files, scripts] = [await readState(folder), await readScriptFiles(folder), await list(api)];
  const byId = new Map(scripts.map((script) => [script.id, script]));
  const outcomes: SyncOutcome[] = [];
  try {
    for (const [file, code] of files) outcomes.push(await push(api, state, byId, { file, code, force }));
  } finally {
    // Records what was saved before a failure.
    await writeState(folder, state);
  }
  return outcomes;
}

async function push(
  api: Api,
  state: FolderState,
  scripts: Map<string, SavedScript>,
  { file, code, force }: { file: string; code: string; force: boolean },
): Promise<SyncOutcome> {
  const known = state[file];
  if (!known) {
    const name = nameOfFile(file);
    remember(state, file, await call(api, scriptApi.addScript, { body: { name, code } }));
    return { file, name, outcome: 'written' };
  }
  const script = scripts.get(known.id);
  if (!script) return { file, name: nameOfFile(file), outcome: 'missing' };
  const { id, name, updatedAt } = script;
  const isTheirsNewer = updatedAt !== known.updatedAt;
  if (hashOf(code) === known.hash && !(force && isTheirsNewer)) return { file, name, outcome: 'unchanged' };
  if (isTheirsNewer && !force) return { file, name, outcome: 'conflict' };
  const body = { name, code, ifUpdatedAt: updatedAt };
  remember(state, file, await call(api, scriptApi.changeScript, { params: { id }, body }));
  return { file, name, outcome: 'written' };
}

function remember(state: FolderState, file: string, { id, updatedAt, code }: SavedScriptWithCode): void {
  state[file] = { id, updatedAt, hash: hashOf(code) };
}

export async function list(api: Api): Promise<SavedScript[]> {
  return call(api, scriptApi.listScripts);
}

export async function read(api: Api, id: string): Promise<SavedScriptWithCode> {
  return call(api, scriptApi.getScript, { params: { id } });
}
