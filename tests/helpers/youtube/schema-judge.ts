import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * The resources of the YouTube Data API as declared by Google's own client, which is generated from the API's discovery
 * document: `Schema$Video` etc.
 */
const DECLARATIONS = readFileSync(createRequire(import.meta.url).resolve('@googleapis/youtube/build/v3.d.ts'), 'utf8');

const known = new Map<string, Map<string, string>>();
function fieldsOf(schema: string): Map<string, string> {
  const fields = known.get(schema) ?? readFields(schema);
  known.set(schema, fields);
  return fields;
}

function readFields(schema: string): Map<string, string> {
  const start = DECLARATIONS.indexOf(`interface Schema$${schema} {`);
  if (start < 0) throw new Error(`There is no schema ${schema}.`);
  const body = DECLARATIONS.slice(start, DECLARATIONS.indexOf('\n    }', start));
  return new Map([...body.matchAll(/^ {8}(\w+)\?: (.+);$/gm)].map(([, name = '', type = '']) => [name, type]));
}

/** Returns the parts of a request's body that are not fields of the resource, or have the wrong type. */
export function judge(body: unknown, schema: string, path = schema): string[] {
  if (typeof body !== 'object' || body === null) return [`${path} is no object`];
  const fields = fieldsOf(schema);
  return Object.entries(body).flatMap(([name, value]) => {
    const type = fields.get(name)?.replace(' | null', '');
    const where = `${path}.${name}`;
    if (type === undefined) return [`${where} is no field`];
    const of = (one: string, each: unknown): string[] => {
      if (one.startsWith('Schema$')) return judge(each, one.slice('Schema$'.length), where);
      return typeof each === one ? [] : [`${where} is no ${one}`];
    };
    if (!type.endsWith('[]')) return of(type, value);
    return Array.isArray(value) ? value.flatMap((each) => of(type.slice(0, -2), each)) : [`${where} is no list`];
  });
}
