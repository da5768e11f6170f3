import { totalmem } from 'node:os';
import type { LocalAiState, LocalEngine, LocalInstall, LocalModel } from '../../../../shared/ai/local-ai.ts';
import { AppError } from '../../../errors.ts';
import type { FreeBytes } from './disk.ts';
import { binariesFor, ENGINE_DOWNLOAD_BYTES, ENGINE_KEPT_BYTES, type EngineMachine } from './engine-package.ts';
import {
  ENGINE_VERSION,
  type Installation,
  idsBelow,
  type localAiPlaces,
  readPart,
  readRecord,
  sizeOf,
} from './installation.ts';
import { addressOf, fitsMemory, type ListedModel, reckonedMemory, recommendedModel } from './models.ts';

/** The memory available to this process: the machine's, or its container's limit. */
export function machineMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

export type DescribeDeps = {
  dataDir: string;
  places: ReturnType<typeof localAiPlaces>;
  installation: Installation;
  machine: EngineMachine;
  listed: readonly ListedModel[];
  mirror: string | null;
  memoryBytes: number;
  freeBytes: FreeBytes;
};

/** The state of the local models; `chosen` is the one that writes. */
export async function describeLocalAi(
  deps: DescribeDeps,
  chosen: string | null,
  install: LocalInstall | null,
): Promise<LocalAiState> {
  const { memoryBytes, places, freeBytes, dataDir, listed } = deps;
  const others = idsBelow(places.models)
    .filter((id) => !listed.some((model) => model.id === id))
    .flatMap((id) => describeOther(id, deps) ?? []);
  return {
    engine: describeEngine(deps),
    models: [...listed.map((model) => describeListed(model, deps)), ...others],
    recommended: recommendedModel(listed, memoryBytes)?.id ?? null,
    chosen,
    memoryBytes,
    freeDiskBytes: await freeBytes(dataDir),
    install,
  };
}

function describeEngine({ machine, installation }: DescribeDeps): LocalEngine {
  if (installation.enginePackage()) {
    return { state: 'installed', version: ENGINE_VERSION, bytes: ENGINE_KEPT_BYTES };
  }
  try {
    binariesFor(machine);
    return { state: 'missing', version: ENGINE_VERSION, downloadBytes: ENGINE_DOWNLOAD_BYTES };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { state: 'unsupported', reason: error.message };
  }
}

function describeListed(model: ListedModel, deps: DescribeDeps): LocalModel {
  const { id, title, publisher, quantiser, licence, languages, bytes, memoryBytes, sha256 } = model;
  return {
    id,
    title,
    publisher,
    quantiser,
    licence,
    languages,
    bytes,
    memoryBytes,
    fits: fitsMemory(memoryBytes, deps.memoryBytes),
    source: addressOf(model, deps.mirror),
    sha256,
    status: statusOf(id, deps),
  };
}

/** A custom model that is installed or being installed; null if neither. */
function describeOther(id: string, deps: DescribeDeps): LocalModel | null {
  const { places } = deps;
  const record = readRecord(places.record(id));
  const part = readPart(places.partRecord(id));
  const known = record ?? (part && { ...part, source: part.address, bytes: part.totalBytes });
  if (!known) return null;
  const { title, source, bytes, sha256 } = known;
  const memoryBytes = bytes === null ? null : reckonedMemory({ bytes });
  const fits = memoryBytes === null || fitsMemory(memoryBytes, deps.memoryBytes);
  const none = { publisher: null, quantiser: null, licence: null, languages: null };
  return { id, title, ...none, bytes, memoryBytes, fits, source, sha256, status: statusOf(id, deps) };
}

function statusOf(id: string, { places, installation }: DescribeDeps): LocalModel['status'] {
  if (installation.modelFile(id)) return { state: 'installed' };
  const part = sizeOf(places.part(id));
  if (part) return { state: 'partial', receivedBytes: part.bytes };
  return readRecord(places.record(id))?.path ? { state: 'lost' } : { state: 'missing' };
}
