import { loadSchema, type ReadJson } from './load-schema.ts';
import type { Schema } from './schema.ts';

/** Minimum time between reloads caused by unknown names. */
const RELOAD_AFTER_MS = 2_000;

/** Caches the schema. Reloads it when a request uses an unknown name, which may be new. */
export class SchemaCache {
  readonly #readJson: ReadJson;
  readonly #now: () => number;
  #schema: Promise<Schema> | null = null;
  #loadedAt = 0;

  constructor(readJson: ReadJson, now: () => number) {
    this.#readJson = readJson;
    this.#now = now;
  }

  async load(): Promise<Schema> {
    this.#loadedAt = this.#now();
    const schema = loadSchema(this.#readJson);
    await schema;
    this.#schema = schema;
    return schema;
  }

  /** Returns the result of `look` and its schema. If it is null, retries with a reloaded schema, unless just loaded. */
  async find<T>(look: (schema: Schema) => T | null): Promise<{ schema: Schema; found: T | null }> {
    const schema = await (this.#schema ?? this.load());
    const found = look(schema);
    if (found !== null || this.#now() < this.#loadedAt + RELOAD_AFTER_MS) return { schema, found };
    const renewed = await this.load();
    return { schema: renewed, found: look(renewed) };
  }
}
