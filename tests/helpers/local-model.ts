import { mkdir, stat, symlink, writeFile } from 'node:fs/promises';
import { localAiPlaces, type ModelRecord } from '../../server/features/ai/local/installation.ts';
import { writeTinyModel } from './tiny-model.ts';

/** The id of the model that writes nonsense. */
export const TINY = 'tiny';

/** Puts the engine and the tiny model into a data directory, as if they had been installed there. */
export async function installTinyModel(dataDir: string, engine: string): Promise<void> {
  const places = localAiPlaces(dataDir);
  await Promise.all([places.engines, places.models].map((folder) => mkdir(folder, { recursive: true })));
  await symlink(engine, places.engine, 'junction');
  const file = places.file(TINY);
  await writeTinyModel(file);
  const { size: bytes } = await stat(file);
  const record: ModelRecord = {
    title: 'Tiny',
    source: 'https://models.example/tiny.gguf',
    sha256: null,
    path: null,
    bytes,
    modifiedMs: null,
  };
  await writeFile(places.record(TINY), JSON.stringify(record));
}
