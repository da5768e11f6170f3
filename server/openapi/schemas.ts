import { z } from 'zod';

/** A JSON Schema of dialect 2020-12, which OpenAPI 3.1 uses. */
export type JsonSchema = { [keyword: string]: unknown };
/** Requests (`input`) or answers (`output`): they differ if a field has a default or is transformed. */
export type Direction = 'input' | 'output';

/** Named schemas of requests and answers. */
export type NamedSchemas = { readonly [D in Direction]: { readonly [name: string]: z.ZodType } };

export type ConvertedSchemas = {
  /** Returns a reference to a named schema; for any other, the schema itself. */
  of(schema: z.ZodType, direction: Direction): JsonSchema;
  /** Returns all schemas that `of` has referenced so far, directly or indirectly, by name. */
  components(): { [name: string]: JsonSchema };
};

const COMPONENTS = '#/components/schemas/';
/** Marks a part that JSON Schema cannot express. */
const UNSAID = 'x-unsaid';

/**
 * Converts zod schemas together, so that named ones become references inside others. If the two directions of a named
 * schema differ, its input is called `<name>Input`. Throws if JSON Schema cannot express a part.
 */
export function convertSchemas(named: NamedSchemas, others: Iterable<z.ZodType>): ConvertedSchemas {
  const names = { ...named.input, ...named.output };
  const ids = new Map(Object.entries(names).map(([name, schema]) => [schema, name]));
  for (const schema of others) if (!ids.has(schema)) ids.set(schema, `${ids.size}`);
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of ids) registry.add(schema, { id });
  const converted = { input: convert(registry, 'input'), output: convert(registry, 'output') };
  const differing = differences(converted);
  const nameOf = (id: string, direction: Direction) => (direction === 'input' && differing.has(id) ? `${id}Input` : id);
  const used = new Map<string, { id: string; direction: Direction }>();

  const refer = (id: string, direction: Direction): JsonSchema => {
    if (!Object.hasOwn(names, id)) return linked(converted[direction][id] ?? {}, direction);
    const name = nameOf(id, direction);
    used.set(name, { id, direction });
    return { $ref: `${COMPONENTS}${name}` };
  };
  const linked = (schema: JsonSchema, direction: Direction): JsonSchema =>
    mapObjects(schema, (part) => {
      if (UNSAID in part) throw new Error(`JSON Schema cannot say what zod's ${part[UNSAID]} is.`);
      const id = referenceOf(part);
      if (id === undefined) return part;
      const { $ref: _, ...beside } = part;
      return { ...beside, ...refer(id, direction) };
    });

  return {
    of: (schema, direction) => refer(ids.get(schema) ?? '', direction),
    components() {
      const components = new Map<string, JsonSchema>();
      // Iterating a Map includes entries added during the iteration.
      for (const [name, { id, direction }] of used)
        components.set(name, linked(converted[direction][id] ?? {}, direction));
      return Object.fromEntries([...components].sort(([one], [other]) => (one < other ? -1 : 1)));
    },
  };
}

function convert(registry: z.core.$ZodRegistry<{ id: string }>, io: Direction): { [id: string]: JsonSchema } {
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: (id) => `${COMPONENTS}${id}`,
    // Some schemas can be expressed only in the direction in which they are used.
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      // Later versions may add fields to answers, so only strict zod objects forbid additional properties.
      const { def } = zodSchema._zod;
      if (def.type === 'object' && !def.catchall) delete jsonSchema.additionalProperties;
      // zod's patterns for formats are hundreds of characters long.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      const isAnything = def.type === 'unknown' || def.type === 'any';
      if (Object.keys(jsonSchema).length === 0 && !isAnything) Object.assign(jsonSchema, { [UNSAID]: def.type });
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema, $id, id: _, ...schema }]) => [id, schema as JsonSchema]),
  );
}

/** The ids of schemas whose two directions differ, directly or through references. */
function differences({ input, output }: { [D in Direction]: { [id: string]: JsonSchema } }): ReadonlySet<string> {
  const texts = Object.keys(output).map((id) => ({
    id,
    input: JSON.stringify(input[id]),
    output: JSON.stringify(output[id]),
  }));
  const found = new Set(texts.filter((one) => one.input !== one.output).map(({ id }) => id));
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const { id, output: text } of texts)
      if ([...found].some((one) => text.includes(`"${COMPONENTS}${one}"`))) found.add(id);
  }
  return found;
}

function referenceOf({ $ref }: JsonSchema): string | undefined {
  return typeof $ref === 'string' && $ref.startsWith(COMPONENTS) ? $ref.slice(COMPONENTS.length) : undefined;
}

/** Copies a schema, applying `replace` to each object in it, including itself, from the outside in. */
function mapObjects(schema: JsonSchema, replace: (part: JsonSchema) => JsonSchema): JsonSchema {
  const map = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(map);
    if (typeof value !== 'object' || value === null) return value;
    const replaced = replace(value as JsonSchema);
    if (replaced !== value) return replaced;
    return Object.fromEntries(Object.entries(replaced).map(([key, part]) => [key, map(part)]));
  };
  return map(schema) as JsonSchema;
}
