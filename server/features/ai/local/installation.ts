import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { localInstallRequestSchema, localModelIdSchema } from '../../../../shared/ai/local-ai.ts';

/**
 * The version of node-llama-cpp to install; each version has its own folder. It is the newest one whose binaries for
 * all our platforms are in the registry; engine-lock.json has their digests.
 */
export const ENGINE_VERSION = '3.21.1';

/** The locations of the engine and the models below the data directory. */
export type Installation = {
  /** The folder whose node_modules has the complete `node-llama-cpp`; null when not installed. */
  enginePackage(): string | null;
  /** The complete, verified GGUF file of an installed model, by its id (ModelChoice.model); null when not installed. */
  modelFile(model: string): string | null;
  /** The ids of the installed models. */
  models(): string[];
};

/**
 * A model's record. `path` is the user's own file, which counts as unchanged while its size and modification time stay
 * the same; null when the model's file is next to the record.
 */
const modelRecordSchema = z.object({
  title: z.string(),
  /** An https address or an absolute path. */
  source: z.string(),
  sha256: z.string().nullable(),
  path: z.string().nullable(),
  bytes: z.number(),
  modifiedMs: z.number().nullable(),
});
export type ModelRecord = z.infer<typeof modelRecordSchema>;

/** The paths below the data directory. `part` is an unfinished download, which only the downloader opens. */
export function localAiPlaces(dataDir: string) {
  const models = join(dataDir, 'ai', 'models');
  const engines = join(dataDir, 'ai', 'engine');
  return {
    root: join(dataDir, 'ai'),
    engines,
    engine: join(engines, ENGINE_VERSION),
    models,
    file: (id: string) => join(models, `${id}.gguf`),
    part: (id: string) => join(models, `${id}.gguf.part`),
    record: (id: string) => join(models, `${id}.json`),
    partRecord: (id: string) => join(models, `${id}.part.json`),
    /** The current installation, for the agent to resume at its next start. */
    pending: join(dataDir, 'ai', 'installing.json'),
  };
}

/**
 * Reads the disk at each call, without opening a model: files are complete, because they are moved into place only
 * after a check (a trial import of the engine, the digest of a model).
 */
export function createInstallation(dataDir: string): Installation {
  const places = localAiPlaces(dataDir);
  const modelFile = (model: string) => {
    if (!localModelIdSchema.safeParse(model).success) return null;
    const record = readRecord(places.record(model));
    if (!record) return null;
    const path = record.path ?? places.file(model);
    const found = sizeOf(path);
    const isSame = found?.bytes === record.bytes && (record.path === null || found.modifiedMs === record.modifiedMs);
    return isSame ? path : null;
  };
  return {
    modelFile,
    models: () => idsBelow(places.models).filter((id) => modelFile(id) !== null),
    enginePackage() {
      const manifest = join(places.engine, 'node_modules', 'node-llama-cpp', 'package.json');
      return sizeOf(manifest) === null ? null : places.engine;
    },
  };
}

/** The state of a download, with what the server reported about the file. */
const partRecordSchema = z.object({
  title: z.string(),
  address: z.string(),
  etag: z.string().nullable(),
  totalBytes: z.number().nullable(),
  sha256: z.string().nullable(),
});

/** Each returns null when the file is missing or unreadable. */
export const readRecord = (path: string) => readJson(path, modelRecordSchema);
export const readPart = (path: string) => readJson(path, partRecordSchema);
export const readPending = (path: string) => readJson(path, localInstallRequestSchema);

function readJson<T>(path: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data ?? null;
  } catch {
    return null;
  }
}

/** The ids of the models with a record or a partial download's record in a folder. */
export function idsBelow(folder: string): string[] {
  const ids = namesIn(folder).flatMap((name) => /^(.+?)(?:\.part)?\.json$/.exec(name)?.[1] ?? []);
  return [...new Set(ids)].filter((id) => localModelIdSchema.safeParse(id).success).sort();
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The size and modification time of a regular file; null when there is none. */
export function sizeOf(path: string): { bytes: number; modifiedMs: number } | null {
  try {
    const found = statSync(path);
    return found.isFile() ? { bytes: found.size, modifiedMs: Math.trunc(found.mtimeMs) } : null;
  } catch {
    return null;
  }
}
