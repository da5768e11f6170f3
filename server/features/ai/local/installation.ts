import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { localInstallRequestSchema, localModelIdSchema } from '../../../../shared/ai/local-ai.ts';

/**
 * The version of node-llama-cpp that is installed; another one gets a folder of its own. It is the newest of which the
 * registry has the binaries of all our platforms, each with its digest in engine-lock.json.
 */
export const ENGINE_VERSION = '3.21.1';

/** Where the engine and the models are, below the data directory. */
export type Installation = {
  /** The folder whose node_modules holds `node-llama-cpp`, complete; null when it is not installed. */
  enginePackage(): string | null;
  /** The GGUF file of an installed model, complete and checked, by its id (ModelChoice.model); null when there is none. */
  modelFile(model: string): string | null;
  /** The ids of the models that are installed. */
  models(): string[];
};

/**
 * What is kept about a model beside its file. A model's own `path` is null: the file lies beside the record. A file of
 * the user's own is taken for the same as long as its size and time are.
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

/** Each place below the data directory. `part` is a download under way, which nothing but the download ever opens. */
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
    /** What is being installed, for the next agent to continue. */
    pending: join(dataDir, 'ai', 'installing.json'),
  };
}

/**
 * Both are looked up anew each time, without opening a model: what stands at its place was put there whole (the engine
 * after it was imported once, a model after its digest was checked).
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

/** How far a download is: what its server said of the file. */
const partRecordSchema = z.object({
  title: z.string(),
  address: z.string(),
  etag: z.string().nullable(),
  totalBytes: z.number().nullable(),
  sha256: z.string().nullable(),
});

/** Null when there is none that can be read, as with the other two. */
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

/** The ids of the models of which something is kept in a folder. */
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

/** The size and time of an ordinary file; null when there is none. */
export function sizeOf(path: string): { bytes: number; modifiedMs: number } | null {
  try {
    const found = statSync(path);
    return found.isFile() ? { bytes: found.size, modifiedMs: Math.trunc(found.mtimeMs) } : null;
  } catch {
    return null;
  }
}
