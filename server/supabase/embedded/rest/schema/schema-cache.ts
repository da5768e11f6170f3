import { loadSchema, type ReadJson } from './load-schema.ts';
import type { Schema } from './schema.ts';

/** What is not found is looked for again at most so often. */
const RELOAD_AFTER_MS = 2_000;

/** The schema. It is read again when a request names something that it lacks, which may be new. */
export class SchemaCache {
  readonly #readJson: ReadJson;
  readonly #now: () => number;
  #schema: Promise<Schema> | null = null;
  #loadedAt = 0;

  constructor(readJson: ReadJson, now: () => number) {
    this.#readJson = readJson;
    this.#now = now;
  }

  /** Reads the schema again. */
  async load(): Promise<Schema> {
    this.#loadedAt = this.#now();
    const schema = loadSchema(this.#readJson);
    await schema;
    this.#schema = schema;
    return schema;
  }

  /** What `look` finds, and the schema that it was found in. */
  async find<T>(look: (schema: Schema) => T | null): Promise<{ schema: Schema; found: T | null }> {
    const schema = await (this.#schema ?? this.load());
    const found = look(schema);
    if (found !== null || this.#now() < this.#loadedAt + RELOAD_AFTER_MS) return { schema, found };
    const renewed = await this.load();
    return { schema: renewed, found: look(renewed) };
  }
}
