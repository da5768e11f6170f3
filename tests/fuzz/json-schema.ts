import fc from 'fast-check';
import { z } from 'zod';

export type JsonSchema = { readonly [keyword: string]: unknown };
export type Components = { readonly [name: string]: JsonSchema };

/** Ids, names etc. of existing things, by the name of the field or parameter that takes one. */
export type Known = (field: string) => readonly unknown[];

const FORMATS: { readonly [format: string]: fc.Arbitrary<string> } = {
  uuid: fc.uuid(),
  email: fc.stringMatching(/^[a-z]{1,12}@example\.invalid$/),
  'date-time': fc.oneof(
    fc
      .date({ min: new Date('2024-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((at) => at.toISOString()),
    fc.constantFrom('2031-03-30T02:30:00+02:00', '9999-12-31T23:59:59.999Z', '0001-01-01T00:00:00Z'),
  ),
  date: fc.constantFrom('2031-01-01', '2032-02-29', '9999-12-31', '0001-01-01'),
  // Nothing that leads anywhere: names without a server, and addresses that are refused.
  uri: fc.constantFrom(
    'https://example.invalid/feed',
    'http://127.0.0.1:1/',
    'http://[::1]:1/',
    'http://169.254.169.254/latest/meta-data',
    `https://example.invalid/${'a'.repeat(3000)}`,
    'https://example.invalid/?q=%00#\u202e',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://user:secret@example.invalid/',
  ),
};

/** Texts that people write, and texts that nobody would. */
const TEXTS = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    'Fresh bread.',
    'مرحبا 👩‍👩‍👧‍👦',
    '../../keys.json',
    "' or '1'='1",
    '%00',
    '\0',
    '\ud800',
    '{{niche}}',
    '<script>alert(1)</script>',
    '\u202e\u0301',
    '__proto__',
    '-1e309',
  ),
);

/**
 * Values that match a JSON Schema of the API's description, including ones near its limits. They may still be wrong in
 * ways that the schema does not cover (a key's checksum, whether a day exists).
 */
export function valuesOf(schema: JsonSchema, components: Components, known: Known, field = ''): fc.Arbitrary<unknown> {
  const of = (part: unknown, name = field) => valuesOf(part as JsonSchema, components, known, name);
  if (typeof schema.$ref === 'string') return of(components[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  for (const key of ['anyOf', 'oneOf'] as const) {
    const choices = schema[key];
    if (Array.isArray(choices)) return fc.oneof(...choices.map((one) => of(one)));
  }
  if (Array.isArray(schema.allOf)) {
    return fc.tuple(...schema.allOf.map((one) => of(one))).map((all) => Object.assign({}, ...all) as unknown);
  }
  switch (schema.type) {
    case 'object':
      return objectsOf(schema, of);
    case 'array':
      return arraysOf(schema, of);
    case 'string': {
      const things = known(field);
      return things.length > 0 ? fc.oneof(fc.constantFrom(...things), stringsOf(schema)) : stringsOf(schema);
    }
    case 'integer':
      return fc.integer(rangeOf(schema, 1));
    case 'number':
      return fc.double({ ...rangeOf(schema, Number.MIN_VALUE), noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 3 });
  }
}

type Convert = (part: unknown, field?: string) => fc.Arbitrary<unknown>;

function objectsOf({ properties = {}, required = [], propertyNames, additionalProperties }: JsonSchema, of: Convert) {
  const fields = Object.entries(properties as Components).map(([name, part]) => [name, of(part, name)] as const);
  const named = fc.record(Object.fromEntries(fields), { requiredKeys: required as string[] });
  if (typeof additionalProperties !== 'object' || additionalProperties === null) return named;
  const names = propertyNames ? of(propertyNames) : TEXTS;
  const others = fc.dictionary(names.map(String), of(additionalProperties), { maxKeys: 3 });
  return fc.tuple(named, others).map(([one, other]): unknown => ({ ...other, ...one }));
}

function arraysOf({ items = {}, minItems = 0, maxItems = 5 }: JsonSchema, of: Convert) {
  const minLength = Number(minItems);
  return fc.array(of(items), { minLength, maxLength: Math.max(minLength, Math.min(Number(maxItems), minLength + 4)) });
}

function stringsOf({ format, pattern, minLength = 0, maxLength = 200 }: JsonSchema): fc.Arbitrary<string> {
  const formatted = FORMATS[String(format)];
  if (formatted) return formatted;
  if (typeof pattern === 'string') {
    // fast-check does not support look-aheads, so a price is drawn from examples.
    return pattern.includes('(?=') ? fc.constantFrom('12.50', '$3', '0') : fc.stringMatching(new RegExp(pattern));
  }
  const [least, most] = [Number(minLength), Number(maxLength)];
  const longest = fc.constantFrom('x', '👩', '\u0301').map((sign) => sign.repeat(most / sign.length));
  const fitted = TEXTS.map((text) => text.slice(0, most).padEnd(least, 'x'));
  return fc.oneof({ weight: 8, arbitrary: fitted }, { weight: 1, arbitrary: longest });
}

function rangeOf({ minimum, maximum, exclusiveMinimum }: JsonSchema, step: number) {
  const least = minimum ?? (exclusiveMinimum === undefined ? -1000 : Number(exclusiveMinimum) + step);
  const most = Number(maximum ?? 1_000_000);
  return { min: Math.max(Number(least), -1e9), max: Math.min(most, 1e9) };
}

/** The input of a zod schema as a JSON Schema, without checks that exist only in code. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as JsonSchema;
}
