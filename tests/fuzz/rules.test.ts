import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { OPERATION_GROUPS } from '../../server/openapi/groups.ts';
import { pathTo } from '../../shared/api/operation.ts';
import { FUZZ_TIMEOUT_MS, rounds } from './depth.ts';
import { bodiesOf, hostileValue } from './hostile.ts';
import { jsonSchemaOf, valuesOf } from './json-schema.ts';
import { wellFormed } from './rules/rule.ts';
import './rules/library.ts';
import './rules/outside.ts';
import './rules/publishing.ts';
import './rules/texts.ts';
import './rules/times.ts';

const root = new URL('../../', import.meta.url);
const files = readdirSync(new URL('shared/', root), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.replaceAll('\\', '/'))
  .sort();
const modules = await Promise.all(
  files.map(async (name) => ({ name, exported: (await import(new URL(`shared/${name}`, root).href)) as object })),
);
const exported = modules.flatMap(({ name, exported: all }) =>
  Object.entries(all).map(([key, value]: [string, unknown]) => ({ name: `${name} ${key}`, key, value })),
);
const schemas = exported.flatMap(({ name, value }) => (value instanceof z.ZodType ? [{ name, schema: value }] : []));
const operations = OPERATION_GROUPS.flatMap((group) => Object.values(group.operations)).flatMap((operation) => {
  const [, parameter] = /:(\w+)/.exec(operation.route) ?? [];
  return parameter === undefined ? [] : { operation, parameter, route: operation.route };
});

describe('addresses of the API', () => {
  it.each(operations)('$route keeps what it is given in one segment', ({ operation, parameter }) => {
    const segmentsOf = (id: string) => {
      const params = { '*': 'a/b c', [parameter]: id };
      return new URL(pathTo(operation, { params } as object), 'http://agent').pathname.split('/');
    };
    const place = segmentsOf('here').indexOf('here');
    // A path that consists of dots leads to its parent, however it is encoded; nothing has such a name.
    const names = wellFormed.filter((name) => !/^\.{0,2}$/.test(name));
    const property = fc.property(names, (name) => {
      expect(decodeURIComponent(segmentsOf(name)[place] ?? '')).toBe(name);
      expect(segmentsOf(name).with(place, 'here')).toEqual(segmentsOf('here'));
    });
    fc.assert(property, rounds(30));
  });
});

describe('schemas', () => {
  it.each(schemas)(
    '$name takes or refuses anything without throwing, and takes again what it took',
    ({ schema }) => {
      const right = valuesOf(jsonSchemaOf(schema), {}, () => []);
      const values = fc.oneof(right, hostileValue, bodiesOf(right).map(parsed), fc.anything());
      const property = fc.property(values, (value) => {
        const taken = schema.safeParse(value);
        if (!taken.success) expect(taken.error.issues.length).toBeGreaterThan(0);
        else expect(schema.safeParse(taken.data)).toEqual(taken);
      });
      fc.assert(property, rounds(10));
    },
    FUZZ_TIMEOUT_MS,
  );
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
