import { rm } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { LocalAiState } from '../../../../shared/ai/local-ai.ts';
import type { AgentConfig } from '../../../config/config.ts';
import { AppError } from '../../../errors.ts';
import { removeTree } from '../../../files/file-tree.ts';
import { environment } from '../../../system/environment.ts';
import type { AiSettingsStore } from '../settings-store.ts';
import { describeLocalAi, machineMemory } from './describe.ts';
import { type FreeBytes, freeBytesOf } from './disk.ts';
import { type EngineMachine, engineMachine } from './engine-package.ts';
import { createInstallation, localAiPlaces } from './installation.ts';
import { createInstalls, type Installs, type InstallsDeps } from './installs.ts';
import { BUSY, noSuchModel } from './messages.ts';
import { LISTED_MODELS, type ListedModel } from './models.ts';

/** Replacements for tests: the machine, the offered models, and the outside world. */
export type LocalAiDeps = {
  listed?: readonly ListedModel[];
  machine?: EngineMachine;
  memoryBytes?: number;
  freeBytes?: FreeBytes;
  npm?: string | null;
  download?: Partial<InstallsDeps['download']>;
};

/** The local models, as assembled for the agent. */
export type LocalAi = {
  installs: Installs;
  describe(): Promise<LocalAiState>;
  /** Removes a model and its partial download. AppError not_found, or conflict while it is being installed. */
  remove(model: string): Promise<void>;
  /** Removes the engine and every model. AppError conflict while one is being installed. */
  removeAll(): Promise<void>;
};

type LocalAiOptions = {
  config: Pick<AgentConfig, 'dataDir' | 'aiModelsMirror'>;
  store: AiSettingsStore;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Unloads a model (null: any model), because some systems cannot remove a file in use. */
  release(model: string | null): Promise<void>;
};

/** Does no I/O yet: installations are looked up when needed. */
export function openLocalAi({ config, store, log, release }: LocalAiOptions, deps: LocalAiDeps = {}): LocalAi {
  const { dataDir, aiModelsMirror: mirror } = config;
  const { listed = LISTED_MODELS, machine = engineMachine(), memoryBytes = machineMemory() } = deps;
  const { freeBytes = freeBytesOf, npm, download } = deps;
  const places = localAiPlaces(dataDir);
  const installation = createInstallation(dataDir);
  const world = { dataDir, places, installation, listed, mirror, memoryBytes };
  const installs = createInstalls({
    ...world,
    choose: (model) => choose(store, model),
    log,
    engine: { machine, env: environment(), freeBytes, ...(npm !== undefined && { npm }) },
    download: { freeBytes, ...download },
  });
  const describe = async () =>
    describeLocalAi({ ...world, machine, freeBytes }, await chosenModel(store), installs.current());

  return {
    installs,
    describe,
    async remove(model) {
      const found = (await describe()).models.find(({ id }) => id === model);
      if (!found || found.status.state === 'missing') throw new AppError('not_found', noSuchModel(model));
      if (installs.live()?.install.model === model) throw new AppError('conflict', BUSY);
      await forget(store, model);
      await release(model);
      // The user's own model file is elsewhere and is kept.
      const own = [places.record(model), places.file(model), places.part(model), places.partRecord(model)];
      for (const path of own) await rm(path, { force: true });
    },
    async removeAll() {
      if (installs.live()) throw new AppError('conflict', BUSY);
      await forget(store, null);
      await release(null);
      await removeTree(places.root);
    },
  };
}

/** The local model that writes the posts; null when another writer is chosen. */
async function chosenModel(store: AiSettingsStore): Promise<string | null> {
  const { settings } = await store.current();
  return settings.provider === 'local' ? settings.model : null;
}

/** Makes a model the writer if none or another local one was chosen; returns whether it writes. */
async function choose(store: AiSettingsStore, model: string): Promise<boolean> {
  const { source, settings } = await store.current();
  const isOurs = settings.provider === null || settings.provider === 'local';
  if (source === 'stored' && isOurs) await store.change({ provider: 'local', model });
  return (await chosenModel(store)) === model;
}

/** Reverts to the built-in writer if this local model (with null: any) was chosen. */
async function forget(store: AiSettingsStore, model: string | null): Promise<void> {
  const chosen = await chosenModel(store);
  const { source } = await store.current();
  if (source === 'stored' && chosen !== null && (model ?? chosen) === chosen) await store.change({ provider: null });
}
