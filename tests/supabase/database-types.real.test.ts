import { readFile } from 'node:fs/promises';
import ts from 'typescript-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseTypes, TYPES_FILE } from '../../build/database-types.ts';
import type { SqlClient } from '../../server/supabase/sql/client.ts';
import { sql } from '../../server/supabase/sql/template.ts';
import { databaseOf } from '../helpers/database.ts';
import { isFull } from '../helpers/depth.ts';
import { openTestBackend, type TestBackend } from '../helpers/embedded.ts';

let backend: TestBackend;
let database: SqlClient;

beforeAll(async () => {
  backend = await openTestBackend();
  database = databaseOf(backend.dataDir);
});
afterAll(async () => {
  await database?.close();
  await backend?.close();
});

test('the generated types are those of the database that the migrations make', async () =>
  expect(await databaseTypes(database), 'Run "npm run types".').toBe(await readFile(TYPES_FILE, 'utf8')));

test('a type that the generator does not know fails it, rather than being guessed', async () => {
  const rollback = new Error('enough');
  const generating = database.transaction(async (transaction) => {
    await transaction.rows(sql`alter table public.members add column seat point`);
    await expect(databaseTypes(transaction)).rejects.toThrow(/the type point/);
    throw rollback;
  });
  await expect(generating).rejects.toBe(rollback);
});

// It has the compiler read the types for seconds.
test.runIf(isFull)('the unions that are laid over the columns are the values that their checks allow', async () => {
  const declared = declaredUnions();
  const allowed = await allowedValues();
  expect(declared).toMatchObject({
    'generated_content.status': ['draft', 'failed', 'published', 'scheduled'],
    'post_deliveries.platform': expect.arrayContaining(['instagram']),
  });
  const checked = Object.fromEntries(Object.keys(declared).map((column) => [column, allowed[column]]));
  expect(declared).toEqual(checked);
});

/**
 * The columns of tables whose type in shared/workspace/database.ts is a union of strings, or a list of one, as
 * `table.column`, sorted.
 */
function declaredUnions(): Record<string, string[]> {
  const file = 'shared/workspace/database.ts';
  const program = ts.createProgram([file], { strict: true, allowImportingTsExtensions: true, noEmit: true });
  const checker = program.getTypeChecker();
  const alias = program
    .getSourceFile(file)
    ?.statements.find((node) => ts.isTypeAliasDeclaration(node) && node.name.text === 'Database');
  if (!alias || !ts.isTypeAliasDeclaration(alias)) throw new Error(`${file} declares no Database.`);
  const members = (type: ts.Type): [name: string, type: ts.Type][] =>
    checker.getPropertiesOfType(type).map((symbol) => [symbol.name, checker.getTypeOfSymbolAtLocation(symbol, alias)]);
  const member = (type: ts.Type, name: string): ts.Type => {
    const found = members(type).find(([known]) => known === name);
    if (!found) throw new Error(`${file} declares no ${name}.`);
    return found[1];
  };
  const literals = (type: ts.Type): string[] | null => {
    if (checker.isArrayType(type)) return literals(checker.getTypeArguments(type as ts.TypeReference)[0] ?? type);
    const parts = (type.isUnion() ? type.types : [type]).filter((part) => !(part.flags & ts.TypeFlags.Null));
    return parts.every((part) => part.isStringLiteral()) ? parts.map(({ value }) => value).sort() : null;
  };
  const tables = members(member(member(checker.getTypeAtLocation(alias.name), 'public'), 'Tables'));
  return Object.fromEntries(
    tables.flatMap(([table, type]) =>
      members(member(type, 'Row')).flatMap(([column, columnType]) => {
        const values = literals(columnType);
        return values ? [[`${table}.${column}`, values]] : [];
      }),
    ),
  );
}

/** What checks of the form `in (…)` allow, and the check of platforms, as `table.column`, sorted. */
async function allowedValues(): Promise<Record<string, string[]>> {
  const checks = await database.rows<{ column: string; check: string }>(sql`
    select r.relname || '.' || a.attname as column, pg_get_constraintdef(c.oid) as check
    from pg_constraint c
    join pg_class r on r.oid = c.conrelid and r.relnamespace = 'public'::regnamespace
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'c' and cardinality(c.conkey) = 1`);
  const [platforms] = await database.rows<{ body: string }>(
    sql`select prosrc as body from pg_proc where proname = 'is_platform_list'`,
  );
  const quoted = (text = '') => [...text.matchAll(/'([a-z_]+)'/g)].map(([, value = '']) => value).sort();
  return Object.fromEntries(
    checks.flatMap(({ column, check }) => {
      if (check.includes('is_platform_list')) return [[column, quoted(platforms?.body)]];
      return check.includes('= ANY (ARRAY[') ? [[column, quoted(check)]] : [];
    }),
  );
}
