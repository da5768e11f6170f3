import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestBackend, type TestBackend } from '../helpers/embedded.ts';

/** Holds the hand-written shared/database-schema.ts against the database that the migrations make. */
type Column = { type: string; nullable: boolean };
type Table = { columns: Record<string, Column>; required: string[]; keys: Record<string, string> };
type Routine = { args: Record<string, string>; returns: string };
type Schema = { tables: Record<string, Table>; routines: Record<string, Routine> };

let backend: TestBackend;
let sql: Sql;
let declared: Schema;

beforeAll(async () => {
  backend = await openTestBackend();
  sql = postgres({ path: join(backend.dataDir, 'run/.s.PGSQL.5432'), user: 'postgres', max: 1 });
  declared = declaredSchema();
}, 60_000);
afterAll(async () => {
  await sql?.end();
  await backend?.close();
});

/** What TypeScript makes of shared/database-schema.ts. */
function declaredSchema(): Schema {
  const file = 'shared/database-schema.ts';
  const program = ts.createProgram([file], { strict: true, allowImportingTsExtensions: true, noEmit: true });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const alias = source?.statements.find(
    (node): node is ts.TypeAliasDeclaration => ts.isTypeAliasDeclaration(node) && node.name.text === 'Database',
  );
  if (!alias) throw new Error(`${file} declares no Database.`);
  const root = checker.getTypeAtLocation(alias.name);

  const members = (type: ts.Type): [name: string, type: ts.Type, symbol: ts.Symbol][] =>
    checker
      .getPropertiesOfType(type)
      .map((symbol) => [symbol.name, checker.getTypeOfSymbolAtLocation(symbol, alias), symbol]);
  const member = (type: ts.Type, ...path: string[]): ts.Type =>
    path.reduce((inside, name) => {
      const found = members(inside).find(([known]) => known === name);
      if (!found) throw new Error(`${file} declares no ${path.join('.')}.`);
      return found[1];
    }, type);

  const kindOf = (type: ts.Type): string => {
    const kinds = new Set(
      (type.isUnion() ? type.types : [type])
        .filter((part) => !(part.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)))
        .map((part) => {
          if (part.flags & ts.TypeFlags.StringLike) return 'string';
          if (part.flags & ts.TypeFlags.NumberLike) return 'number';
          if (part.flags & ts.TypeFlags.BooleanLike) return 'boolean';
          return 'object';
        }),
    );
    if (kinds.has('object')) {
      const element = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference)[0] : undefined;
      return element && kindOf(element) !== 'object' ? `${kindOf(element)}[]` : 'object';
    }
    return [...kinds].join(' | ') || 'void';
  };
  const nullable = (type: ts.Type) => type.isUnion() && type.types.some((part) => part.flags & ts.TypeFlags.Null);

  const tableOf = (type: ts.Type, isView: boolean): Table => ({
    columns: Object.fromEntries(
      members(member(type, 'Row')).map(([name, column]) => [
        name,
        { type: kindOf(column), nullable: nullable(column) },
      ]),
    ),
    required: isView
      ? []
      : members(member(type, 'Insert'))
          .filter(([, , symbol]) => !(symbol.flags & ts.SymbolFlags.Optional))
          .map(([name]) => name)
          .sort(),
    keys: Object.fromEntries(
      checker.getTypeArguments(member(type, 'Relationships') as ts.TypeReference).map((relation) => {
        const text = (name: string) => checker.typeToString(member(relation, name)).replaceAll('"', '');
        return [text('foreignKeyName'), `${text('columns')} -> ${text('referencedRelation')}`];
      }),
    ),
  });
  return {
    tables: Object.fromEntries([
      ...members(member(root, 'public', 'Tables')).map(([name, type]) => [name, tableOf(type, false)] as const),
      ...members(member(root, 'public', 'Views')).map(([name, type]) => [name, tableOf(type, true)] as const),
    ]),
    routines: Object.fromEntries(
      members(member(root, 'public', 'Functions')).map(([name, type]) => [
        name,
        {
          args: Object.fromEntries(members(member(type, 'Args')).map(([arg, argType]) => [arg, kindOf(argType)])),
          returns: kindOf(member(type, 'Returns')),
        },
      ]),
    ),
  };
}

/** A Postgres type as supabase-js hands it out. */
function kindInTypeScript(type: string): string {
  if (type.endsWith('[]')) return `${kindInTypeScript(type.slice(0, -2))}[]`;
  if (/^(smallint|integer|bigint|numeric|real|double precision)$/.test(type)) return 'number';
  if (/^(text|uuid|date|timestamp with time zone|timestamp without time zone)$/.test(type)) return 'string';
  if (type === 'boolean' || type === 'void') return type;
  return 'object';
}

test('every table, view, column, nullability and default is declared as it is', async () => {
  const rows = await sql<
    { table: string; kind: string; name: string; type: string; required: boolean; nullable: boolean }[]
  >`
    select c.relname as table, c.relkind as kind, a.attname as name, format_type(a.atttypid, null) as type,
      a.attnotnull and not a.atthasdef and a.attidentity = '' as required, not a.attnotnull as nullable
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') order by a.attname`;
  const actual: Record<string, Omit<Table, 'keys'>> = {};
  for (const { table, kind, name, type, required, nullable } of rows) {
    actual[table] ??= { columns: {}, required: [] };
    const entry = actual[table];
    const says = declared.tables[table]?.columns[name]?.nullable ?? nullable;
    // A view's columns are never known to be filled, and Json includes null: what is declared holds.
    const known = kind === 'v' || type === 'jsonb' ? says : nullable;
    entry.columns[name] = { type: kindInTypeScript(type), nullable: known };
    if (required) entry.required.push(name);
  }
  const asDeclared = Object.fromEntries(
    Object.entries(declared.tables).map(([name, { columns, required }]) => [name, { columns, required }]),
  );
  expect(withJsonAsObject(asDeclared)).toEqual(withJsonAsObject(actual));
});

/** A declared list of objects and a jsonb column are the same thing. */
function withJsonAsObject<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).replaceAll('"object[]"', '"object"'));
}

test('every foreign key between these tables is declared, for embedding', async () => {
  const rows = await sql<{ table: string; name: string; key: string }[]>`
    select source.relname as table, c.conname as name, a.attname || ' -> ' || target.relname as key
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    join pg_class source on source.oid = c.conrelid
    join pg_class target on target.oid = c.confrelid and target.relnamespace = 'public'::regnamespace
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace`;
  const actual: Record<string, Record<string, string>> = {};
  for (const { table, name, key } of rows) actual[table] = { ...actual[table], [name]: key };
  const asDeclared = Object.fromEntries(
    Object.entries(declared.tables)
      .filter(([, { keys }]) => Object.keys(keys).length > 0)
      .map(([name, { keys }]) => [
        name,
        Object.fromEntries(Object.entries(keys).map(([key, to]) => [key, to.replace(/[[\]]/g, '')])),
      ]),
  );
  expect(asDeclared).toEqual(actual);
});

test('every declared function is there with its arguments and its answer', async () => {
  const rows = await sql<
    { name: string; args: string[] | null; types: string[]; returns: string; defaults: number; set: boolean }[]
  >`
    select p.proname as name, p.proargnames[1:p.pronargs] as args, format_type(p.prorettype, null) as returns, p.pronargdefaults as defaults,
      array(select format_type(type, null) from unnest(p.proargtypes) with ordinality as t (type, at) order by at) as types, p.proretset as set
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype`;
  const actual = new Map(rows.map((row) => [row.name, row]));
  for (const [name, { args, returns }] of Object.entries(declared.routines)) {
    const row = actual.get(name);
    if (!row)
      throw new Error(`shared/database-schema.ts declares the function ${name}, which the migrations do not make.`);
    const types = Object.fromEntries((row.args ?? []).map((arg, at) => [arg, kindInTypeScript(row.types[at] ?? '')]));
    for (const [arg, kind] of Object.entries(args)) {
      // Json arguments may be declared as what they hold.
      if (types[arg] !== 'object') expect(kind, `${name}(${arg})`).toBe(types[arg]);
    }
    const needed = (row.args ?? []).slice(0, (row.args ?? []).length - row.defaults);
    expect(Object.keys(args), name).toEqual(expect.arrayContaining(needed));
    expect(returns, `${name} returns`).toBe(kindInTypeScript(row.set ? 'record' : row.returns));
  }
});
